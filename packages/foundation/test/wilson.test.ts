import { expect, test } from 'vitest';
import { wilson } from '../src/wilson.ts';

test.each([
  [8, 10, 0.4902, 0.9433],
  [0, 20, 0, 0.1611],
  [300, 300, 0.9874, 1],
  [0, 0, 0, 1],
])('Wilson interval: %i of %i is %f to %f', (hits, all, low, high) => {
  expect(wilson(hits, all).low).toBeCloseTo(low, 4);
  expect(wilson(hits, all).high).toBeCloseTo(high, 4);
});
