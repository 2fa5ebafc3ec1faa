import { PNG } from 'pngjs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Block } from '../../src/markdown/tree.ts';
import { drawFirstPage } from '../../src/pdf/draw-first-page.ts';
import { killBrowser } from '../../src/printing/chromium/browser.ts';
import type { ImageFile, Printer } from '../../src/printing/printer.ts';
import { printers } from './printers.ts';
import { alternativesIn, textsIn, wholeText } from './read-pdf.ts';
import { list, paragraph, signatures, text } from './trees.ts';

afterAll(killBrowser);

/** A red picture, 8 × 4 pixels. */
function redPng(): Uint8Array {
  const picture = new PNG({ width: 8, height: 4 });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([255, 0, 0, 255], at);
  return PNG.sync.write(picture);
}

const BLUE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10"><rect width="10" height="10" fill="#0000ff"/></svg>';

const images: ReadonlyMap<string, ImageFile> = new Map([
  ['red', { format: 'png', content: redPng() }],
  ['blue', { format: 'svg', content: Buffer.from(BLUE) }],
]);

const image = (name: string, width: number, height: number) =>
  ({ kind: 'image', name, alt: `The ${name} one & more`, width, height, at: { line: 1, column: 1 } }) as const;

const PAGE: Block[] = [paragraph(image('red', 80, 40)), paragraph('Before ', image('blue', 30, 30), ' after')];

async function printed(printer: Printer, ...blocks: Block[]) {
  const outcome = await printer.print({ tree: { blocks }, pageSize: 'A4', title: 'Test', language: 'en', images });
  if ('code' in outcome) throw new Error(outcome.code);
  return outcome;
}

/** The box of all pixels of a colour on the first page, in points. */
async function boxOf(pdf: Uint8Array, isColour: (red: number, green: number, blue: number) => boolean) {
  const { width, height, data } = PNG.sync.read(Buffer.from((await drawFirstPage(pdf)) ?? []));
  const points = 595.28 / width;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4);
      if (!isColour(red, green, blue)) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
  const rounded = (pixels: number) => Math.round(pixels * points);
  return { x: rounded(left), y: rounded(top), width: rounded(right - left + 1), height: rounded(bottom - top + 1) };
}

const isRed = (red: number, green: number, blue: number) => red > 200 && green < 60 && blue < 60;
const isBlue = (red: number, green: number, blue: number) => blue > 200 && red < 60 && green < 60;

/** Both printers place a picture within this many points. */
const NEAR = 3;
/** A length in points, with the edges that the picture of the page smooths. */
const near = (points: number) => expect.closeTo(points, -0.7);

describe.each(printers)('%s prints images', (_name, printer, isHere) => {
  const it = test.runIf(isHere);

  it('at their size and place, between the texts around them', async () => {
    const { pdf } = await printed(printer, ...PAGE);

    expect(await wholeText(pdf)).toBe('Beforeafter');
    const [red, blue] = [await boxOf(pdf, isRed), await boxOf(pdf, isBlue)];
    expect(red).toMatchObject({ x: near(62), width: near(80), height: near(40) });
    expect(Math.abs(red.y - 62)).toBeLessThanOrEqual(NEAR + 4);
    expect(blue).toMatchObject({ width: near(30), height: near(30) });
    const texts = await textsIn(pdf);
    const [before, after] = ['Before', 'after'].map((word) => texts.find((one) => one.text.trim() === word));
    expect(Math.abs((before?.y ?? 0) - (blue.y + blue.height))).toBeLessThanOrEqual(NEAR);
    expect(after?.x ?? 0).toBeGreaterThan(blue.x + blue.width);
  });

  it('with their alternative texts in the tags', async () => {
    const { pdf } = await printed(printer, ...PAGE);

    expect((await alternativesIn(pdf)).sort()).toEqual(['The blue one & more', 'The red one & more']);
  });

  it('no larger than the text is wide, than a page, or than a cell', async () => {
    const wide = await printed(printer, paragraph(image('red', 3_000, 1_500)));
    const high = await printed(printer, paragraph(image('red', 100, 3_000)));
    const cells: Block = {
      kind: 'table',
      alignments: [null, null],
      head: [[text('A')], [text('B')]],
      rows: [[[image('red', 900, 900)], [text('Beside')]]],
    };
    const inCell = await printed(printer, cells);

    expect(await boxOf(wide.pdf, isRed)).toMatchObject({ x: near(62), width: near(471) });
    expect(wide.pages).toHaveLength(1);
    expect(await boxOf(high.pdf, isRed)).toMatchObject({ height: near(600), width: near(20) });
    expect(high.pages).toHaveLength(1);
    const cell = await boxOf(inCell.pdf, isRed);
    expect(cell.width).toBeLessThanOrEqual(302);
    expect(Math.abs(cell.width - cell.height)).toBeLessThanOrEqual(1);
    expect(inCell.pages).toHaveLength(1);
  });

  it('in lists and before signatures, the same bytes each time', async () => {
    const blocks = [
      list(1, [paragraph(image('red', 60, 30), ' first')], [paragraph('second')]),
      paragraph(image('blue', 40, 40)),
      signatures(['client', null]),
    ];

    const [one, two] = [await printed(printer, ...blocks), await printed(printer, ...blocks)];

    expect(Buffer.from(one.pdf).equals(Buffer.from(two.pdf))).toBe(true);
    expect(one.signatures[0]?.pageNumber).toBe(1);
    expect((await boxOf(one.pdf, isRed)).height).toEqual(near(30));
  });

  it('only from the files of the job', async () => {
    const { pdf } = await printed(printer, paragraph('No picture'));

    expect(await alternativesIn(pdf)).toEqual([]);
    expect(Buffer.from(pdf).includes('/Subtype /Image')).toBe(false);
  });
});

test.runIf(printers.every(([, , isHere]) => isHere))('both printers place images alike', async () => {
  const boxes = await Promise.all(
    printers.map(async ([, printer]) => {
      const { pdf } = await printed(printer, ...PAGE);
      return [await boxOf(pdf, isRed), await boxOf(pdf, isBlue)];
    }),
  );
  const [typst = [], chromium = []] = boxes;
  for (const [index, { x, y, width, height }] of typst.entries()) {
    const other = chromium[index];
    expect([other?.width, other?.height]).toEqual([near(width), near(height)]);
    expect(Math.abs(x - (other?.x ?? 0))).toBeLessThanOrEqual(NEAR);
    expect(Math.abs(y - (other?.y ?? 0))).toBeLessThanOrEqual(14);
  }
});
