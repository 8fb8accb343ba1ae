import { money } from './format.js';

export default typeof window !== 'undefined' && function adapt(value) {
  return money(value);
};
