import { PDFDict, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { loadPdf } from '../../src/pdf/load-pdf.ts';
import type { OverlayPage, OverlayText } from '../../src/pdf/overlay.ts';
import type { Box } from '../../src/pdf/page-geometry.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { widgetsOf } from '../../src/pdf/widgets.ts';
import { printOverlay } from '../../src/printing/typst-overlay.ts';
import { aForm, aFormToBeDrawn, aFormWithoutItsList, altered } from './fixtures.ts';
import { differenceOf, hasPoppler, type Picture, picturesOf } from './pixels.ts';
import { simpleOverlay } from './simple-overlay.ts';
import { readPdf } from './text-places.ts';

const flattened = (pdf: Uint8Array) => stampPdf({ pdf, stamps: [], printOverlay: simpleOverlay });

const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).texts.map(({ text }) => text);

/** Sets an entry of every widget of a field. */
const withEntry = async (name: string, key: string, value: PDFNumber | PDFString) =>
  altered(await aForm(), (document) => {
    for (const widget of widgetsOf(document)) if (widget.name === name) widget.dict.set(PDFName.of(key), value);
  });

test.each([
  ['a whole form', aForm],
  ['a form that has lost its list of fields', aFormWithoutItsList],
])('flattening: the appearance of %s stays and the form is removed', async (_case, form) => {
  const flat = await flattened(await form());

  const { texts, widgetCount } = await readPdf(flat);

  expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Default', 'Send', 'Monday', 'Tuesday']));
  expect(widgetCount).toBe(0);
  const { catalog } = await loadPdf(flat);
  expect(catalog.has(PDFName.of('AcroForm'))).toBe(false);
});

describe.skipIf(!hasPoppler)('a flattened form drawn by Poppler (needs Poppler)', () => {
  test.each([
    ['a form', aForm],
    ['a form on a turned page, under a matrix of its own', turnedAppearance],
    ['a form whose appearance is larger than its place', scaledAppearance],
  ])('%s looks the same before and after', async (_case, make) => {
    const pdf = await make();

    const before = picturesOf(pdf);
    const after = picturesOf(await flattened(pdf));

    expect(before).toHaveLength(2);
    for (const [index, picture] of before.entries())
      expect(differenceOf(picture, after[index] ?? picture)).toBeLessThan(0.0005);
  });
});

test.each([
  ['hidden', 2],
  ['not to be viewed', 32],
])('flattening: a field that is %s stays invisible', async (_case, flags) => {
  const pdf = await withEntry('send', 'F', PDFNumber.of(flags));

  expect(await textOf(await flattened(pdf))).not.toContain('Send');
});

/** Flattens a form and records what the printer was asked to print. */
async function drawnOver(pdf: Uint8Array): Promise<OverlayText[]> {
  const overlays: OverlayPage[] = [];
  await stampPdf({
    pdf,
    stamps: [],
    printOverlay: (pages) => {
      overlays.push(...pages);
      return simpleOverlay(pages.map((page) => ({ ...page, texts: [] })));
    },
  });
  return overlays.flatMap((page) => page.texts);
}

describe('a form value without an appearance', () => {
  test.each([
    ['is drawn', '1234', '1234'],
    ['is drawn without what cannot be seen of it', '12\u{0}34\u{b}', '1234'],
  ])('%s', async (_case, value, drawn) => {
    const pdf = await aFormToBeDrawn('code', value);

    expect(await textOf(await flattened(pdf))).toContain(drawn);
    expect(await drawnOver(pdf)).toEqual([]);
  });

  test.each(['Łukasz Żółć', 'Иван Петров', '契約 123'])(
    'is printed in its place if the form’s font lacks it: %s',
    async (value) => {
      const overlays = await drawnOver(await aFormToBeDrawn('code', value));

      const place = { x: 50, y: 220, width: 100, height: 20 };
      expect(overlays).toEqual([{ text: value, ...place, fontSize: 11, multiline: false }]);
    },
  );

  test.each([
    ['several lines where the form wants that', 11, true],
    ['one line where the form has no room for any of its size', 70, false],
  ])('is printed in %s', async (_case, fontSize, multiline) => {
    const pdf = await altered(await aFormToBeDrawn('person.notes', 'Иван'), (document) => {
      for (const { dict } of widgetsOf(document)) dict.set(PDFName.of('DA'), PDFString.of(`/Helv ${fontSize} Tf`));
    });

    expect(await drawnOver(pdf)).toMatchObject([{ text: 'Иван', fontSize, multiline }]);
  });

  test('is the text of the option for a choice', async () => {
    const pdf = await altered(await aFormToBeDrawn('size', 'pl'), (document) => {
      const options = [['pl', 'polski, język'].map((text) => PDFHexString.fromText(text))];
      for (const { dict, name } of widgetsOf(document))
        if (name === 'size') dict.set(PDFName.of('Opt'), document.context.obj(options));
    });

    expect(await drawnOver(pdf)).toMatchObject([{ text: 'polski, język' }]);
  });

  test('is spelled out if no font has it: an accepted file can always be completed', async () => {
    const overlays = await drawnOver(await aFormToBeDrawn('code', 'ᏣᎳᎩ'));

    expect(overlays).toMatchObject([{ text: '[U+13E3][U+13B3][U+13A9]' }]);
  });

  test.skipIf(!hasPoppler)('is visible with its frame (needs Poppler)', async () => {
    const pdf = await aFormToBeDrawn('code', 'Łukasz Żółć');

    const [page] = picturesOf(await stampPdf({ pdf, stamps: [], printOverlay }));

    expect(page && inkIn(page, { x: 54, y: 224, width: 80, height: 12 })).toBeGreaterThan(50);
    expect(page && inkIn(page, { x: 50, y: 220, width: 100, height: 1 })).toBeGreaterThan(90);
  });
});

/** How many pixels of a part of a picture are dark. */
function inkIn({ pixels, width }: Picture, part: Box): number {
  let dark = 0;
  for (let y = part.y; y < part.y + part.height; y += 1)
    for (let x = part.x; x < part.x + part.width; x += 1) if ((pixels[y * width + x] ?? 255) < 160) dark += 1;
  return dark;
}

test('flattening: XFA and scripts of a form are removed from the file', async () => {
  const pdf = await altered(await aForm(), (document) => {
    const { context, catalog } = document;
    const twin = context.register(context.stream('<template>twin</template>'));
    catalog.lookup(PDFName.of('AcroForm'), PDFDict).set(PDFName.of('XFA'), twin);
    document.addJavaScript('greet', 'app.alert("hello from the script")');
    catalog.set(PDFName.of('Perms'), context.obj({ UR3: {} }));
  });
  expect(Buffer.from(pdf).toString('latin1')).toContain('twin');

  const flat = await loadPdf(await flattened(pdf));

  const objects = flat.context.enumerateIndirectObjects().map(([, object]) => String(object));
  expect(objects.join()).not.toMatch(/twin|JavaScript|UR3|Widget|\/FT/);
});

test('flattening: links and notes of a page stay', async () => {
  const pdf = await altered(await aForm(), (document) => {
    const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10] };
    document.getPage(0).node.addAnnot(document.context.register(document.context.obj(link)));
  });

  const document = await loadPdf(await flattened(pdf));

  const annotations = document.getPage(0).node.Annots();
  expect(annotations?.size()).toBe(1);
  expect(String(annotations?.lookup(0))).toContain('/Link');
});

/** An appearance that is drawn lying and set upright by its matrix. */
function turnedAppearance() {
  return withAppearance([0, 0, 80, 200], [0, 1, -1, 0, 80, 0]);
}

function scaledAppearance() {
  return withAppearance([-10, -10, 390, 150], [1, 0, 0, 1, 0, 0]);
}

async function withAppearance(bounds: number[], matrix: number[]) {
  return altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document)) {
      if (name !== 'person.notes') continue;
      const drawing = '0 0 1 rg 0 0 40 20 re f 1 0 0 rg 50 60 20 90 re f';
      const stream = document.context.stream(drawing, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: bounds,
        Matrix: matrix,
      });
      const appearance = document.context.obj({ N: document.context.register(stream) });
      dict.set(PDFName.of('AP'), appearance);
    }
  });
}
