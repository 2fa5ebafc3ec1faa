import { degrees, PDFDict, PDFDocument, PDFName, PDFNumber, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { walked } from '../../../../test/support/soak.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { formDrawer } from '../../src/pdf/widget-drawings.ts';
import { widgetsOf } from '../../src/pdf/widgets.ts';
import { printOverlay } from '../../src/printing/typst-overlay.ts';
import { hasPoppler, pngOf } from './pixels.ts';
import { aStamp } from './stamps.ts';
import { readPdf } from './text-places.ts';

interface Wanted {
  /** Clockwise, of the page. */
  rotate?: number;
  /** Counterclockwise, of the widget on its page. */
  turn?: number;
  size?: number;
  multiline?: boolean;
  width?: number;
  height?: number;
}

const ALONG = { width: 240, height: 40 };

async function aFormWith({ rotate = 0, turn = 0, size = 12, multiline = false, ...box }: Wanted): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([600, 600]);
  page.setRotation(degrees(rotate));
  const font = await document.embedFont(StandardFonts.Helvetica);
  const field = document.getForm().createTextField('value');
  if (multiline) field.enableMultiline();
  const { width, height } = { ...ALONG, ...box };
  const isSideways = turn % 180 !== 0;
  const [across, up] = isSideways ? [height, width] : [width, height];
  field.addToPage(page, { x: 180, y: 180, width: across, height: up, borderWidth: 0, font });
  for (const { dict } of widgetsOf(document)) {
    dict.set(PDFName.of('DA'), PDFString.of(`/Helv ${size} Tf 0 g`));
    const look = dict.lookupMaybe(PDFName.of('MK'), PDFDict) ?? document.context.obj({});
    look.set(PDFName.of('R'), PDFNumber.of(turn));
    dict.set(PDFName.of('MK'), look);
    // Some forms give the rectangle before it is turned.
    dict.set(PDFName.of('Rect'), document.context.obj([180, 180, 180 + across, 180 + up]));
    dict.delete(PDFName.of('AP'));
  }
  return document.save({ updateFieldAppearances: false });
}

const sealed = async (pdf: Uint8Array, value: string) =>
  stampPdf({ pdf, stamps: [aStamp({ value, acroFieldName: 'value' })], printOverlay });

const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).texts.map(({ text }) => text);
const cutOf = async (pdf: Uint8Array, value: string) => {
  const { pdf: drawn, fields } = await (await formDrawer(pdf)).draw([aStamp({ value, acroFieldName: 'value' })]);
  return { cut: fields[0]?.cut, texts: await textOf(drawn) };
};

const LINES = Array.from({ length: 10 }, (_, index) => `Line ${index + 1}`).join('\n');

test.each([
  { size: 51, height: 70, value: LINES, lines: 1 },
  { size: 12, height: 60, value: LINES, lines: 4 },
  { size: 8, height: 60, value: LINES, lines: 6 },
  { size: 12, height: 60, value: 'Words that wrap in the width of the field '.repeat(8), lines: 4 },
])('a field of $size pt and $height pt: $lines lines are printed, and only these are in the text', async (wanted) => {
  const pdf = await aFormWith({ ...wanted, multiline: true });

  const { cut, texts } = await cutOf(pdf, wanted.value);

  expect(cut).toEqual({ kind: 'lines', lines: wanted.lines });
  expect(texts).toHaveLength(wanted.lines);
  expect(await textOf(await sealed(pdf, wanted.value))).toEqual(texts);
});

test.each([
  ['one line too wide for its field', { size: 12, width: 80 }, 'a'.repeat(60)],
  ['a word too wide for several lines', { size: 12, width: 80, multiline: true }, 'b'.repeat(60)],
  ['a line of a declared size on a turned page', { size: 12, rotate: 90, width: 80 }, 'c'.repeat(60)],
])('%s is printed as far as it fits', async (_case, wanted, value) => {
  const pdf = await aFormWith(wanted);

  const { cut, texts } = await cutOf(pdf, value);

  expect(cut).toEqual({ kind: 'width' });
  expect(texts.join('').length).toBeGreaterThan(8);
  expect(texts.join('').length).toBeLessThan(15);
  expect(await textOf(await sealed(pdf, value))).toEqual(texts);
});

test.each([
  ['fits', { size: 12, height: 60, multiline: true }, 'One\nTwo'],
  ['shrinks to fit', { size: 0, width: 80 }, 'A text that is far wider'],
  ['shrinks to fit its lines', { size: 0, height: 60, multiline: true }, LINES.slice(0, 41)],
])('a text that %s is complete', async (_case, wanted, value) => {
  const pdf = await aFormWith(wanted);

  const { cut, texts } = await cutOf(pdf, value);

  expect(cut).toBeNull();
  expect(texts.join(' ').replaceAll(/\s+/g, ' ')).toBe(value.replaceAll('\n', ' '));
});

const TURNS = [0, 90, 180, 270];
const BOTH_TURNED = TURNS.flatMap((rotate) => TURNS.map((turn) => ({ rotate, turn })));

/** The box of everything that is drawn, in points of the page as it is seen. */
function inkOf(png: Buffer) {
  const { width, height, data } = PNG.sync.read(png);
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[(y * width + x) * 4] ?? 255) < 128) {
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
  return box;
}

describe.skipIf(!hasPoppler)('the text of a turned field (needs Poppler)', () => {
  test.each(walked(BOTH_TURNED, (all) => all.filter(({ rotate, turn }) => (rotate + turn) % 360 === 90)))(
    'page turned by $rotate, field by $turn: a text that the form’s font lacks stands where the font’s own would',
    async ({ rotate, turn }) => {
      const pdf = await aFormWith({ rotate, turn });
      const seen = async (value: string) => inkOf(pngOf(await sealed(pdf, value), 1, { width: 600, height: 600 }));

      // The same letters, the second time with one that Helvetica lacks: it has the height of an o.
      const [own, printed] = [await seen('Hxxxxxoxxxxxi'), await seen('Hxxxxxоxxxxxi')];

      for (const side of ['left', 'top', 'right', 'bottom'] as const)
        expect(Math.abs(own[side] - printed[side]), `${side} of ${JSON.stringify([own, printed])}`).toBeLessThan(10);
    },
  );
});
