import start from '../src/adapt.js';

start(1);
