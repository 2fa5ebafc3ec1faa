import { expect, test } from 'vitest';
import { newId, positionOf } from '#shared/platform/ids.ts';
import { isRunPage, pageAfter, positionBefore } from '#shared/screening/run-page.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.UTC(2026, 5, 1);
const positions = Array.from({ length: 2_000 }, (_, n) => positionOf(newId(START_MS + n * 3 * DAY_MS + n * 13)));

test('run pages: the page after any run is recognised and leads back to its position', () => {
  for (const position of positions) {
    const page = pageAfter(position);

    expect(Number.isSafeInteger(page)).toBe(true);
    expect(isRunPage(page)).toBe(true);
    expect(positionBefore(page)).toBe(position);
  }
});

test('run pages: a counted page number is refused, however far a client counts', () => {
  expect(isRunPage(1)).toBe(true);
  const counted = Array.from({ length: 200_000 }, (_, n) => n + 2);
  expect(counted.filter(isRunPage)).toEqual([]);
  expect([1e6, 1e9, 5e11].filter(isRunPage)).toEqual([]);
});

test('run pages: of the numbers around a page at most a few are pages by chance', () => {
  const near = positions.slice(0, 200).flatMap((position) => {
    const page = pageAfter(position);
    return Array.from({ length: 200 }, (_, n) => page - 100 + n).filter((one) => one !== page);
  });

  expect(near.filter(isRunPage).length / near.length).toBeLessThan(0.02);
});

test('run pages: a bare position, without its check number, is refused', () => {
  expect(positions.filter(isRunPage)).toEqual([]);
});
