import { expect, test } from 'vitest';
import { KEPT_BYTES, keepingFew, type ReadRange, rangeOfBuffer } from '../../src/search/read-range.ts';

const BYTES = Uint8Array.from({ length: 100 }, (_, index) => index);

/** Tells which ranges were asked for. */
function watched(read: ReadRange) {
  const asked: [offset: number, length: number][] = [];
  const readRange: ReadRange = (offset, length) => {
    asked.push([offset, length]);
    return read(offset, length);
  };
  return { asked, readRange };
}

test('details: a small file is read once as a whole, also by concurrent readers', async () => {
  const { asked, readRange } = watched(rangeOfBuffer(BYTES));
  const read = keepingFew(readRange, BYTES.length);

  const parts = await Promise.all([read(10, 5), read(95, 5), read(0, 1)]);
  parts.push(await read(40, 2));

  expect(parts).toEqual(
    [
      [10, 15],
      [95, 100],
      [0, 1],
      [40, 42],
    ].map(([from, to]) => BYTES.subarray(from, to)),
  );
  expect(asked).toEqual([[0, 100]]);
});

test('details: a large file is read by range', async () => {
  const { asked, readRange } = watched(rangeOfBuffer(BYTES));
  const read = keepingFew(readRange, KEPT_BYTES + 1);

  expect(await read(10, 5)).toEqual(BYTES.subarray(10, 15));
  expect(asked).toEqual([[10, 5]]);
});

test('details: a failed read is retried by the next reader', async () => {
  let isDown = true;
  const { asked, readRange } = watched((offset, length) =>
    isDown ? Promise.reject(new Error('down')) : rangeOfBuffer(BYTES)(offset, length),
  );
  const read = keepingFew(readRange, BYTES.length);

  await expect(read(10, 5)).rejects.toThrow('down');
  isDown = false;

  expect(await read(10, 5)).toEqual(BYTES.subarray(10, 15));
  expect(asked).toHaveLength(2);
});
