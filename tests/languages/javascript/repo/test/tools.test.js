import tools from '../src/tools.js';

tools.rounded(tools.price(1));
tools.both(2);
tools.absent(3);
