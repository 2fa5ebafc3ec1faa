import { describe, expect, test } from 'vitest';
import { byKey, freePlace, onPage, overlaps, snapped } from '../../console/screens/documents/placing.ts';

const PAGE = { width: 600, height: 800 };
const place = (xPosition: number, yPosition: number, width = 100, height = 40, pageNumber = 1) => ({
  pageNumber,
  xPosition,
  yPosition,
  width,
  height,
});

describe('the box of a field', () => {
  test.each([
    [place(-5, 900), place(0, 760)],
    [place(590, 10), place(500, 10)],
    [place(10, 10, 1, 1), place(10, 10, 5, 5)],
    [place(10, 10, 700, 900), place(0, 0, 600, 800)],
    [place(1.23456, 2), place(1.235, 2)],
  ])('stays on its page: %j', (from, to) => {
    expect(onPage(from, PAGE)).toEqual(to);
  });

  test.each([
    ['ArrowLeft', false, false, place(9, 20)],
    ['ArrowDown', true, false, place(10, 30)],
    ['ArrowRight', false, true, place(10, 20, 101)],
    ['ArrowUp', true, true, place(10, 20, 100, 30)],
    ['Tab', false, false, undefined],
  ])('%s moves or resizes it', (key, shiftKey, altKey, to) => {
    expect(byKey(place(10, 20), { key, shiftKey, altKey })).toEqual(to);
  });

  test('meets the edges of others on its page and the middle, when it is dragged close', () => {
    const other = place(200, 300);

    expect(snapped(place(203, 500), [other], PAGE)).toEqual(place(200, 500));
    expect(snapped(place(98, 337), [other], PAGE)).toEqual(place(100, 340));
    expect(snapped(place(252, 100), [], PAGE)).toEqual(place(250, 100));
    expect(snapped(place(203, 500), [{ ...other, pageNumber: 2 }], PAGE)).toEqual(place(203, 500));
    expect(snapped(place(206, 500), [other], PAGE)).toEqual(place(206, 500));
  });

  test('overlaps another if they share an area, not an edge or a page', () => {
    const [one, beside, over, elsewhere] = [place(0, 0), place(100, 0), place(90, 30), place(0, 0, 100, 40, 2)];

    expect(overlaps([one, beside, over, elsewhere])).toEqual([
      [one, over],
      [beside, over],
    ]);
  });

  test('begins where no other field is', () => {
    expect(freePlace({ width: 100, height: 40 }, 1, [], PAGE)).toEqual(place(72, 72));
    expect(freePlace({ width: 100, height: 40 }, 1, [place(72, 60)], PAGE)).toEqual(place(72, 102));
    expect(freePlace({ width: 100, height: 40 }, 1, [place(0, 0, 600, 800)], PAGE)).toEqual(place(72, 72));
  });
});
