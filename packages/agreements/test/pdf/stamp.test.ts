import { PDFName, PDFRef } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { A_PNG, altered, aPdf, type PageSpec } from './fixtures.ts';
import { darkBox, hasPoppler, picturesOf } from './pixels.ts';
import { simpleOverlay } from './simple-overlay.ts';
import { aStamp } from './stamps.ts';
import { readPdf } from './text-places.ts';

/** Every way in which the visible page differs from the page's own coordinates. */
const PAGES: [string, PageSpec][] = [
  ['a plain page', {}],
  ['a page turned to the right', { rotate: 90 }],
  ['a page upside down', { rotate: 180 }],
  ['a page turned to the left', { rotate: 270 }],
  ['a cropped page', { cropBox: [50, 60, 500, 700] }],
  ['a cropped page turned to the right', { rotate: 90, cropBox: [50, 60, 500, 700] }],
  ['a cropped page turned to the left', { rotate: 270, cropBox: [50, 60, 500, 700] }],
  ['a page in units of two points', { userUnit: 2, width: 300, height: 400 }],
  ['all of it', { rotate: 90, cropBox: [20, 30, 250, 350], userUnit: 2, width: 300, height: 400 }],
];
const poppler = describe.skipIf(!hasPoppler);

const stamped = async (page: PageSpec, ...stamps: Parameters<typeof aStamp>) =>
  stampPdf({ pdf: await aPdf(page), stamps: stamps.map(aStamp), printOverlay: simpleOverlay });

test.each(PAGES)('stamping: on %s, a text is at the visible position', async (_case, page) => {
  const { texts } = await readPdf(await stamped(page, { value: 'Ada' }));

  // The box begins at 100 and its middle is at 215; the letters are 12 points high.
  expect(texts).toMatchObject([{ text: 'Ada', pageNumber: 1 }]);
  expect(texts[0]?.x).toBeCloseTo(104, 1);
  expect(texts[0]?.y).toBeCloseTo(215 + 4, 1);
});

poppler('as another program draws it (needs Poppler)', () => {
  test.each(PAGES)('stamping: on %s, the cross of a checked box has its size and place', async (_case, page) => {
    const pdf = await stamped(page, {
      fieldType: 'checkbox',
      value: 'true',
      width: 100,
      height: 50,
    });

    const [picture] = picturesOf(pdf, pointsPerInch(page));

    expectNear(picture && darkBox(picture), { x: 135, y: 210, width: 30, height: 30 });
  });

  test.each(PAGES)('stamping: on %s, a picture fits its box with its proportions, centred', async (_case, page) => {
    const pdf = await stamped(page, {
      fieldType: 'signature',
      image: A_PNG,
      width: 100,
      height: 90,
    });

    const [picture] = picturesOf(pdf, pointsPerInch(page));

    expectNear(picture && darkBox(picture), { x: 100, y: 220, width: 100, height: 50 });
  });

  test('an unchecked box and an empty signature leave a blank page', async () => {
    const pdf = await stampPdf({
      pdf: await aPdf(),
      stamps: [aStamp({ fieldType: 'checkbox' }), aStamp({ fieldType: 'signature' })],
      printOverlay: simpleOverlay,
    });

    const [picture] = picturesOf(pdf);

    expect(picture && darkBox(picture)).toBeUndefined();
  });
});

test('stamping: a text is printed on its page, and pages without one are not printed', async () => {
  const printed: number[] = [];
  const pdf = await stampPdf({
    pdf: await aPdf({}, {}, { width: 300 }),
    stamps: [aStamp({ value: 'third', pageNumber: 3 }), aStamp({ value: 'first' })],
    printOverlay: (pages) => {
      printed.push(...pages.map(({ width }) => width));
      return simpleOverlay(pages);
    },
  });

  const { texts } = await readPdf(pdf);

  expect(texts.map(({ text, pageNumber }) => [text, pageNumber])).toEqual([
    ['first', 1],
    ['third', 3],
  ]);
  expect(printed).toEqual([300, 600]);
});

test('stamping: a page that shares its content with another keeps its own stamps', async () => {
  const pdf = await altered(await aPdf({}, {}), (document) => {
    const [first, second] = document.getPages();
    const contents = first?.node.get(PDFName.of('Contents'));
    const shared = contents instanceof PDFRef ? [contents] : [];
    const array = document.context.register(document.context.obj(shared));
    for (const page of [first, second]) page?.node.set(PDFName.of('Contents'), array);
  });

  const { texts } = await readPdf(
    await stampPdf({ pdf, stamps: [aStamp({ value: 'one' })], printOverlay: simpleOverlay }),
  );

  expect(texts.map(({ text, pageNumber }) => [text, pageNumber])).toEqual([['one', 1]]);
});

test('stamping: the same input gives the same bytes', async () => {
  const stamps = { fieldType: 'signature', image: A_PNG } as const;

  expect(await stamped({}, stamps)).toEqual(await stamped({}, stamps));
});

test('stamping: an invalid image throws', async () => {
  const image = Buffer.from('GIF89a');

  await expect(stamped({}, { fieldType: 'signature', image })).rejects.toThrow();
});

/** Poppler ignores a page's user unit. */
const pointsPerInch = ({ userUnit = 1 }: PageSpec) => 72 * userUnit;

function expectNear(box: ReturnType<typeof darkBox>, expected: NonNullable<ReturnType<typeof darkBox>>) {
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((box?.[side] ?? Number.NaN) - expected[side]), side).toBeLessThanOrEqual(1);
}
