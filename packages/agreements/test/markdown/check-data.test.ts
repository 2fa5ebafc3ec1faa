import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/soak.ts';
import { checkData } from '../../src/markdown/check-data.ts';

const LIMIT = 128 * 1024;
const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - JSON.stringify({ a: '' }).length) });
const many = (count: number): unknown[] => Array.from({ length: count }, () => 1);

test.each([[null], [undefined], ['text'], [5], [true], [[]], [[{}]]])(
  'template data: %j is rejected because it is not an object',
  (data) => {
    expect(checkData(data)).toEqual([{ code: 'not_an_object', path: '', message: 'The data must be a JSON object.' }]);
  },
);

test.each([
  ['text of one byte a character', ofBytes(LIMIT), ofBytes(LIMIT + 1)],
  ['text of three', { a: '日'.repeat(43_688) }, { a: '日'.repeat(43_689) }],
  ['text that JSON escapes', { a: '\n'.repeat(65_532) }, { a: '\n'.repeat(65_533) }],
  ['names of members', { ['k'.repeat(LIMIT - 6)]: 1 }, { ['k'.repeat(LIMIT - 5)]: 1 }],
])('template data: has at most 128 KiB as JSON in UTF-8: %s', (_case, largest, larger) => {
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThanOrEqual(LIMIT);
  expect(Buffer.byteLength(JSON.stringify(larger))).toBeGreaterThan(LIMIT);

  expect(checkData(largest)).toEqual([]);
  expect(checkData(larger)).toEqual([
    {
      code: 'data_too_large',
      path: '',
      message: 'The data may have at most 131072 bytes as JSON.',
    },
  ]);
});

test.each([
  ['items', { items: many(201) }],
  ['items[3].lines', { items: [1, 2, 3, { lines: many(201) }] }],
  ['a.b[0][1]', { a: { b: [[1, many(201)]] } }],
])('template data: lists have at most 200 items at any depth: %s', (path, data) => {
  expect(checkData(data)).toEqual([
    {
      code: 'too_many_items',
      path,
      message: 'An array may have at most 200 items. This one has 201.',
    },
  ]);
});

test('template data: lists of 200 items are accepted, and every longer list is reported', () => {
  expect(checkData({ a: many(200), b: { c: many(200) } })).toEqual([]);
  expect(checkData({ a: many(300), b: [many(201)] }).map(({ path }) => path)).toEqual(['a', 'b[0]']);
});

test('template data: cyclic and deeply nested data is rejected', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  let deep: unknown = 1;
  for (let level = 0; level < 60_000; level++) deep = [deep];

  expect(checkData(circle)).toMatchObject([{ code: 'data_too_large' }]);
  expect(checkData({ deep })).toEqual([]);
  expect(checkData({ deep, more: deep })).toMatchObject([{ code: 'data_too_large' }]);
});

test('template data: the counted size is that of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (data) => {
      const size = Buffer.byteLength(JSON.stringify(data));
      const padding = LIMIT - size - ',"":""'.length - (Object.keys(data).length === 0 ? -1 : 0);
      fc.pre(!Object.hasOwn(data, ''));

      expect(checkData({ ...data, '': 'x'.repeat(padding) })).toEqual([]);
      expect(checkData({ ...data, '': 'x'.repeat(padding + 1) })).toMatchObject([{ code: 'data_too_large' }]);
    }),
    runs(50),
  );
});

test('template data: any value is accepted or rejected without an error', () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withSparseArray: true,
        withNullPrototype: true,
      }),
      (data) => {
        expect(Array.isArray(checkData(data))).toBe(true);
        expect(Array.isArray(checkData({ data }))).toBe(true);
      },
    ),
  );
});
