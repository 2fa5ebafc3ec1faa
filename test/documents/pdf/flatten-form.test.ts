import { PDFDict, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { loadPdf } from '#shared/documents/pdf/load-pdf.ts';
import { stampPdf } from '#shared/documents/pdf/stamp.ts';
import { widgetsOf } from '#shared/documents/pdf/widgets.ts';
import { aForm, aFormWithoutItsList, altered } from './fixtures.ts';
import { differenceOf, hasPoppler, picturesOf } from './pixels.ts';
import { simpleOverlay } from './simple-overlay.ts';
import { readPdf } from './text-places.ts';

const flattened = (pdf: Uint8Array) => stampPdf({ pdf, stamps: [], printOverlay: simpleOverlay });

const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).texts.map(({ text }) => text);

/** Sets an entry of every widget of a field. */
const withEntry = async (name: string, key: string, value: PDFNumber | PDFString) =>
  altered(await aForm(), (document) => {
    for (const widget of widgetsOf(document))
      if (widget.name === name) widget.dict.set(PDFName.of(key), value);
  });

test.each([
  ['a whole form', aForm],
  ['a form that has lost its list of fields', aFormWithoutItsList],
])('of %s, what is seen stays and the form goes', async (_case, form) => {
  const flat = await flattened(await form());

  const { texts, widgetCount } = await readPdf(flat);

  expect(texts.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Default', 'Send', 'Monday', 'Tuesday']),
  );
  expect(widgetCount).toBe(0);
  const { catalog } = await loadPdf(flat);
  expect(catalog.has(PDFName.of('AcroForm'))).toBe(false);
});

describe.skipIf(!hasPoppler)('as another program draws it', () => {
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
])('a field that is %s is not seen afterwards either', async (_case, flags) => {
  const pdf = await withEntry('send', 'F', PDFNumber.of(flags));

  expect(await textOf(await flattened(pdf))).not.toContain('Send');
});

test('a value that its form leaves to the viewer to draw is drawn', async () => {
  const pdf = await altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document)) {
      if (name !== 'code') continue;
      dict.delete(PDFName.of('AP'));
      dict.set(PDFName.of('V'), PDFString.of('1234'));
    }
  });

  expect(await textOf(await flattened(pdf))).toContain('1234');
});

test('of a form with an XFA twin and scripts, nothing of these is left in the file', async () => {
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

test('links and notes of a page stay', async () => {
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
        ...{ Type: 'XObject', Subtype: 'Form', BBox: bounds, Matrix: matrix },
      });
      const appearance = document.context.obj({ N: document.context.register(stream) });
      dict.set(PDFName.of('AP'), appearance);
    }
  });
}
