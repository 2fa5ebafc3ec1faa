import { PDFDict, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { formDrawer } from '../../src/pdf/widget-drawings.ts';
import { widgetsOf } from '../../src/pdf/widgets.ts';
import { aForm, altered } from './fixtures.ts';
import { aStamp } from './stamps.ts';
import { readPdf } from './text-places.ts';

const textsOn = async (pdf: Uint8Array) => (await readPdf(pdf)).texts.map(({ pageNumber, text }) => [pageNumber, text]);

test('form drawings: a linked field is drawn once per widget, in its visible rectangle', async () => {
  const drawer = await formDrawer(await aForm());

  const { pdf, fields } = await drawer.draw([aStamp({ value: 'Ada', acroFieldName: 'person.name' })]);

  expect(await textsOn(pdf)).toEqual([
    [1, 'Ada'],
    [2, 'Ada'],
  ]);
  const [first, turned] = fields[0]?.widgets ?? [];
  expect(first).toMatchObject({ pageNumber: 1, x: 50, y: 80, width: 200, height: 20, drawnOn: 1 });
  expect(turned).toMatchObject({ pageNumber: 2, width: 20, height: 200, drawnOn: 2 });
});

test('form drawings: each drawing starts from the unchanged form', async () => {
  const pdf = await altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document))
      if (name === 'size')
        (dict.lookupMaybe(PDFName.of('Parent'), PDFDict) ?? dict).set(
          PDFName.of('Opt'),
          document.context.obj([['S', 'small one'].map((text) => PDFHexString.fromText(text))]),
        );
  });
  const drawer = await formDrawer(pdf);
  const draw = async (value: string | null) =>
    textsOn((await drawer.draw([aStamp({ value, acroFieldName: 'size' })])).pdf);

  expect(await draw('S')).toEqual([[1, 'small one']]);
  expect(await draw(null)).toEqual([]);
  expect(await draw('S')).toEqual([[1, 'small one']]);
});

test('form drawings: include the declared look and the texts that the form’s font lacks', async () => {
  const pdf = await altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document))
      if (name === 'person.notes') dict.set(PDFName.of('DA'), PDFString.of('/TiRo 9 Tf 0 0 1 rg'));
  });

  const { fields } = await (await formDrawer(pdf)).draw([
    aStamp({ value: '契約', acroFieldName: 'person.notes' }),
    aStamp({ value: 'x', acroFieldName: 'nowhere' }),
  ]);

  expect(fields[0]).toMatchObject({
    look: { fontSize: 9, color: '#0000ff', alignment: 'left', font: 'Times-Roman' },
    texts: [{ pageNumber: 1, text: { text: '契約', fontSize: 9 } }],
  });
  expect(fields[1]).toBeNull();
});
