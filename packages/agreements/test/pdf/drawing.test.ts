import { describe, expect, test } from 'vitest';
import { drawingOf, fitted } from '../../src/pdf/drawing.ts';
import { aStamp } from './stamps.ts';

describe('drawing of a field', () => {
  test.each([
    ['text', 30, 12],
    ['date', 20, 12],
    ['dropdown', 15, 9],
    ['text', 10, 6],
  ] as const)('a %s of %d points height has a font size of %d points', (fieldType, height, fontSize) => {
    const drawing = drawingOf(aStamp({ fieldType, height, value: 'Ada' }));

    expect(drawing).toEqual({
      kind: 'text',
      text: { text: 'Ada', x: 100, y: 200, width: 200, height, fontSize, multiline: false },
    });
  });

  test('a text of several lines is marked as multiline', () => {
    expect(drawingOf(aStamp({ value: 'one\ntwo', multiline: true }))).toMatchObject({
      text: { text: 'one\ntwo', multiline: true },
    });
  });

  test.each([
    [30, 30, { x: 106, y: 206, width: 18, height: 18 }],
    [100, 20, { x: 144, y: 204, width: 12, height: 12 }],
    [10, 50, { x: 102, y: 222, width: 6, height: 6 }],
  ])('a checked box of %d by %d is crossed at its centre', (width, height, box) => {
    expect(drawingOf(aStamp({ fieldType: 'checkbox', value: 'true', width, height }))).toEqual({
      kind: 'cross',
      box,
    });
  });

  test.each([
    ['an unchecked box', aStamp({ fieldType: 'checkbox', value: null })],
    ['a text without a value', aStamp({ value: null })],
    ['an empty text', aStamp({ value: '' })],
    ['a signature without an image', aStamp({ fieldType: 'signature', image: null })],
  ])('%s draws nothing', (_case, stamp) => {
    expect(drawingOf(stamp)).toBeUndefined();
  });
});

test.each([
  ['a wide image', { width: 400, height: 100 }, { x: 0, y: 12.5, width: 100, height: 25 }],
  ['a high image', { width: 10, height: 40 }, { x: 43.75, y: 0, width: 12.5, height: 50 }],
  ['a small image', { width: 2, height: 1 }, { x: 0, y: 0, width: 100, height: 50 }],
])('fitted image: %s fills its box with its proportions, centred', (_case, image, box) => {
  expect(fitted(image, { x: 0, y: 0, width: 100, height: 50 })).toEqual(box);
});
