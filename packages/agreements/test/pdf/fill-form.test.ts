import {
  decodePDFRawStream,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { fillForm } from '../../src/pdf/fill-form.ts';
import { loadPdf } from '../../src/pdf/load-pdf.ts';
import type { OverlayPage } from '../../src/pdf/overlay.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { firstLine } from '../../src/pdf/widget-list.ts';
import { widgetsOf } from '../../src/pdf/widgets.ts';
import { A_PNG, aForm, aFormWithoutItsList, altered } from './fixtures.ts';
import { simpleOverlay } from './simple-overlay.ts';
import { aStamp } from './stamps.ts';
import { readPdf } from './text-places.ts';

/** Stamps a form and records what the printer was asked to print. */
async function filled(pdf: Uint8Array, ...stamps: Parameters<typeof aStamp>) {
  const overlays: OverlayPage[] = [];
  const result = await stampPdf({
    pdf,
    stamps: stamps.map(aStamp),
    printOverlay: (pages) => {
      overlays.push(...pages);
      return simpleOverlay(pages.map((page) => ({ ...page, texts: [] })));
    },
  });
  const { texts, widgetCount } = await readPdf(result);
  return { texts, widgetCount, overlays: overlays.flatMap((page) => page.texts) };
}

/** The form with letters as marks, so that a mark can be extracted as text. */
const withReadableMarks = async (pdf: Uint8Array) =>
  altered(pdf, (document) => {
    for (const { dict, kind } of widgetsOf(document)) {
      if (kind !== 'checkbox' && kind !== 'radio') continue;
      const states = dict.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFDict);
      for (const state of states.keys()) {
        const text = `BT /F 9 Tf 1 1 Td (${state.decodeText()} shown) Tj ET`;
        const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' };
        const stream = document.context.stream(text, {
          Type: 'XObject',
          Subtype: 'Form',
          BBox: [0, 0, 20, 20],
          Resources: { Font: { F: font } },
        });
        states.set(state, document.context.register(stream));
      }
    }
  });

const wordsOf = ({ texts }: Awaited<ReturnType<typeof filled>>) =>
  texts.filter(({ pageNumber }) => pageNumber === 1).map(({ text }) => text);

test.each([
  ['a whole form', aForm],
  ['a form that has lost its list of fields', aFormWithoutItsList],
])('form filling: %s gets the text in every widget and is removed afterwards', async (_case, form) => {
  const { texts, widgetCount, overlays } = await filled(await form(), {
    value: 'Ada Lovelace',
    acroFieldName: 'person.name',
  });

  const places = texts.filter(({ text }) => text === 'Ada Lovelace');
  expect(places.map(({ pageNumber }) => pageNumber)).toEqual([1, 2]);
  expect(places[0]?.x).toBeGreaterThan(50);
  expect(places[0]?.x).toBeLessThan(56);
  expect(texts.map(({ text }) => text)).not.toContain('Default');
  expect(widgetCount).toBe(0);
  expect(overlays).toEqual([]);
});

test('form filling: a field left empty is cleared, whatever value it had', async () => {
  const { texts } = await filled(await aForm(), { value: null, acroFieldName: 'person.name' });

  expect(texts.map(({ text }) => text)).not.toContain('Default');
});

test('form filling: an unlinked field keeps its value', async () => {
  const { texts } = await filled(await aForm(), { value: 'x', acroFieldName: 'person.notes' });

  expect(texts.map(({ text }) => text)).toContain('Default');
});

test('form filling: a value longer than the form’s limit is still written', async () => {
  const result = await filled(await aForm(), { value: '1234567', acroFieldName: 'code' });

  expect(wordsOf(result)).toContain('1234567');
});

test.each([
  ['in the middle', 1, 130, 152],
  ['at the right', 2, 210, 250],
])('form filling: a text is aligned %s as the form declares', async (_case, quadding, from, to) => {
  const pdf = await altered(await aForm(), (document) => {
    // On the field above the widgets, as forms are allowed to have it.
    for (const { dict, name } of widgetsOf(document))
      if (name === 'person.name')
        dict.lookupMaybe(PDFName.of('Parent'), PDFDict)?.set(PDFName.of('Q'), PDFNumber.of(quadding));
  });

  const { texts } = await filled(pdf, { value: 'Ada', acroFieldName: 'person.name' });

  const x = texts.find(({ text }) => text === 'Ada')?.x ?? 0;
  expect(x).toBeGreaterThan(from);
  expect(x).toBeLessThan(to);
});

test('form filling: a text that the form’s font lacks is printed in its place, size and colour', async () => {
  const pdf = await altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document))
      if (name === 'code') {
        dict.set(PDFName.of('DA'), PDFString.of('/Helv 9 Tf 0 0 1 rg'));
        dict.set(PDFName.of('Q'), PDFNumber.of(1));
      }
  });

  const { overlays } = await filled(pdf, { value: 'Łódź 契約', acroFieldName: 'code' });

  expect(overlays).toEqual([
    {
      text: 'Łódź 契約',
      x: 50,
      y: 220,
      width: 100,
      height: 20,
      multiline: false,
      fontSize: 9,
      alignment: 'center',
      color: '#0000ff',
    },
  ]);
});

test('form filling: a checked box shows the form’s own mark, an unchecked one does not', async () => {
  const pdf = await withReadableMarks(await aForm());
  const agreed = { fieldType: 'checkbox', acroFieldName: 'agreed' } as const;

  expect(wordsOf(await filled(pdf, { ...agreed, value: 'true' }))).toContain('Yes shown');
  const unchecked = wordsOf(await filled(pdf, { ...agreed, value: null }));
  expect(unchecked).toContain('Off shown');
  expect(unchecked).not.toContain('Yes shown');
});

test('form filling: the radio button named by the value is chosen', async () => {
  const pdf = await withReadableMarks(await aForm());

  const result = await filled(pdf, { value: 'green', acroFieldName: 'colour' });

  const shown = result.texts.filter(({ text, y }) => / shown$/.test(text) && y > 295 && y < 325);
  expect(shown.map(({ x }) => Math.round(x / 50) * 50)).toEqual([50, 100]);
  expect(shown.map(({ text }) => text)).toEqual(['Off shown', expect.not.stringMatching(/^Off/)]);
});

test('form filling: a tick chooses the radio button below it', async () => {
  const pdf = await withReadableMarks(await aForm());
  const over = { xPosition: 98, yPosition: 298, width: 24, height: 24 };

  const result = await filled(pdf, { fieldType: 'checkbox', value: 'true', acroFieldName: 'colour', ...over });

  const shown = result.texts.filter(({ text, y }) => / shown$/.test(text) && y > 295 && y < 325);
  expect(shown.map(({ text }) => text)).toEqual(['Off shown', expect.not.stringMatching(/^Off/)]);
});

/** The form with these codes and display texts as options. */
const withChoices = async (...choices: [code: string, text: string][]) =>
  altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document)) {
      if (name !== 'size') continue;
      const options = choices.map((choice) => choice.map((one) => PDFHexString.fromText(one)));
      const field = dict.lookupMaybe(PDFName.of('Parent'), PDFDict) ?? dict;
      field.set(PDFName.of('Opt'), document.context.obj(options));
    }
  });

test('form filling: a dropdown shows the text of its value', async () => {
  const pdf = await withChoices(['S', 'small one']);

  expect(wordsOf(await filled(pdf, { value: 'S', acroFieldName: 'size' }))).toContain('small one');
  expect(wordsOf(await filled(pdf, { value: 'other', acroFieldName: 'size' }))).toContain('other');
});

test.each([
  ['that no font has', 'ᏣᎳᎩ'],
  ['that is blank', ' '],
])('form filling: a dropdown whose text is one %s shows the chosen value', async (_case, text) => {
  const pdf = await withChoices(['th', text], ['ł', text]);

  expect(wordsOf(await filled(pdf, { value: 'th', acroFieldName: 'size' }))).toContain('th');
  const { overlays } = await filled(pdf, { value: 'ł', acroFieldName: 'size' });
  expect(overlays).toMatchObject([{ text: 'ł' }]);
});

test.each([
  ['a field that is not there', 'nowhere', 'Ada'],
  ['a radio button that is not there', 'colour', 'blue'],
  ['a button that sends', 'send', 'Ada'],
  ['an option the list does not have', 'days', 'Friday'],
])('form filling: a value for %s is drawn as if it were not linked', async (_case, acroFieldName, value) => {
  const { overlays } = await filled(await aForm(), { value, acroFieldName });

  expect(overlays).toMatchObject([{ text: value, x: 100, y: 200, fontSize: 12 }]);
});

/** The list of the form, with `Tuesday` selected by the form itself. */
const withSelection = async () =>
  altered(await aForm(), (document) => {
    document.getForm().getOptionList('days').select('Tuesday');
    setSizeOfList(document);
  });

/** Two lines of twelve points, so that both fit. */
function setSizeOfList(document: PDFDocument) {
  for (const { dict, name } of widgetsOf(document))
    if (name === 'days') dict.set(PDFName.of('DA'), PDFString.of('/Helv 12 Tf 0 g'));
}

test('form filling: a list box shows every option in the form’s place, with nothing printed over it', async () => {
  const result = await filled(await withSelection(), { value: 'Monday', acroFieldName: 'days' });

  const words = result.texts.filter(({ text }) => /day$/.test(text));
  expect(words.map(({ text }) => text)).toEqual(['Monday', 'Tuesday']);
  for (const { x, y } of words) {
    expect(x).toBeGreaterThanOrEqual(50);
    expect(y).toBeGreaterThan(380);
    expect(y).toBeLessThan(425);
  }
  expect(result.overlays).toEqual([]);
});

/** Boxes of the highlight colour that the list's own drawing fills, from the bottom of the list. */
async function highlightsOf(value: string | null) {
  const document = await loadPdf(
    await altered(await withSelection(), (form) => {
      fillForm(form, [aStamp({ value, acroFieldName: 'days' })], () => true);
    }),
  );
  const list = widgetsOf(document).find(({ name }) => name === 'days');
  const drawing = list?.dict.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  if (!(drawing instanceof PDFRawStream)) throw new Error('The list has no drawing.');
  const content = Buffer.from(decodePDFRawStream(drawing).decode()).toString('latin1');
  return [...content.matchAll(/^0\.6 0\.757 0\.855 rg \S+ (\S+)/gm)].map(([, y]) => Number(y));
}

test('form filling: a list box highlights only the chosen option', async () => {
  const [[monday], [tuesday]] = [await highlightsOf('Monday'), await highlightsOf('Tuesday')];

  expect(monday).toBeCloseTo(40 - 14.4, 1);
  expect(tuesday).toBeCloseTo(40 - 2 * 14.4, 1);
  expect(await highlightsOf(null)).toEqual([]);
});

test('form filling: a list box with options the form’s font lacks is printed line by line', async () => {
  const pdf = await altered(await aForm(), (document) => {
    setSizeOfList(document);
    for (const { dict, name } of widgetsOf(document))
      if (name === 'days')
        (dict.lookupMaybe(PDFName.of('Parent'), PDFDict) ?? dict).set(
          PDFName.of('Opt'),
          document.context.obj(['Środa', 'Piątek'].map((day) => PDFHexString.fromText(day))),
        );
  });

  const { overlays } = await filled(pdf, { value: 'Piątek', acroFieldName: 'days' });

  expect(overlays).toMatchObject([
    { text: 'Środa', x: 48, y: 380, height: expect.closeTo(14.4) },
    { text: 'Piątek', x: 48, height: expect.closeTo(14.4) },
  ]);
});

test.each([
  ['the first line stays', -1, 2, 2],
  ['a selected line above comes into view', 1, 3, 1],
  ['a selected line below comes into view', 7, 0, 4],
  ['the last lines fill the list', 7, 9, 4],
])('form filling: a list box scrolls: %s', (_case, selected, top, expected) => {
  expect(firstLine(selected, { top, room: 4, count: 8 })).toBe(expected);
});

test('form filling: a signature in a text field of the form replaces its text', async () => {
  const { texts } = await filled(await aForm(), {
    fieldType: 'signature',
    value: 'sha256:',
    image: A_PNG,
    acroFieldName: 'person.name',
  });

  expect(texts.map(({ text }) => text)).not.toContain('Default');
});

test('form filling: a value for a hidden field is drawn as if it were not linked', async () => {
  const pdf = await altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document)) if (name === 'code') dict.set(PDFName.of('F'), PDFNumber.of(2));
  });

  const { overlays } = await filled(pdf, { value: '1234', acroFieldName: 'code' });

  expect(overlays).toMatchObject([{ text: '1234', x: 100, y: 200 }]);
});

test('form filling: lines without a declared size have 12 points, or less if they do not fit', async () => {
  const form = await altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document))
      if (name === 'person.notes') dict.set(PDFName.of('DA'), PDFString.of('/Helv 0 Tf 0 g'));
  });
  const sizeOf = async (value: string) => {
    const document = await loadPdf(form);
    const notes = widgetsOf(document).find(({ name }) => name === 'person.notes');
    fillForm(document, [aStamp({ value, acroFieldName: 'person.notes' })], () => true);
    return Number(/\s([\d.]+) Tf/.exec(String(notes?.dict.lookup(PDFName.of('DA'))))?.[1]);
  };

  expect(await sizeOf('Ada')).toBe(12);
  expect(await sizeOf('long words '.repeat(40))).toBeLessThan(9);
});
