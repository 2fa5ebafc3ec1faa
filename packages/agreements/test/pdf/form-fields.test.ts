import { PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { listFormFields } from '../../src/pdf/form-fields.ts';
import { inspectPdf } from '../../src/pdf/inspect-pdf.ts';
import { loadPdf } from '../../src/pdf/load-pdf.ts';
import { widgetsOf } from '../../src/pdf/widgets.ts';
import { aForm, aFormWithoutItsList, altered, aPdf } from './fixtures.ts';

const plain = {
  pageNumber: 1,
  options: null,
  value: null,
  maxLength: null,
  isRequired: false,
  isReadOnly: false,
  isMultiline: false,
};
const at = (xPosition: number, yPosition: number, width: number, height: number) => ({
  xPosition,
  yPosition,
  width,
  height,
});

test('form fields: every widget is listed with what a sender needs to link it', async () => {
  const fields = await listFormFields(await aForm());

  expect(fields).toEqual([
    { ...plain, name: 'person.name', type: 'text', ...at(50, 80, 200, 20), value: 'Default', isRequired: true },
    { ...plain, name: 'person.notes', type: 'text', ...at(50, 120, 200, 80), isMultiline: true },
    { ...plain, name: 'code', type: 'text', ...at(50, 220, 100, 20), maxLength: 4, isReadOnly: true },
    { ...plain, name: 'agreed', type: 'checkbox', ...at(50, 260, 20, 20) },
    { ...plain, name: 'colour', type: 'radio', ...at(50, 300, 20, 20), options: ['red', 'green'] },
    { ...plain, name: 'colour', type: 'radio', ...at(100, 300, 20, 20), options: ['red', 'green'] },
    {
      ...plain,
      name: 'size',
      type: 'dropdown',
      ...at(50, 340, 100, 20),
      options: ['small', 'large'],
    },
    { ...plain, name: 'days', type: 'listbox', ...at(50, 380, 100, 40), options: ['Monday', 'Tuesday'] },
    { ...plain, name: 'send', type: 'button', ...at(50, 440, 80, 20) },
    // On a page turned to the right, what is at its own top left is seen at the top right.
    {
      ...plain,
      name: 'person.name',
      type: 'text',
      ...at(700, 50, 20, 200),
      pageNumber: 2,
      value: 'Default',
      isRequired: true,
    },
  ]);
});

test('form fields: are also found on the pages if the form has lost its list', async () => {
  expect(await listFormFields(await aFormWithoutItsList())).toEqual(await listFormFields(await aForm()));
});

test('form fields: a file without a form has none', async () => {
  expect(await listFormFields(await aPdf())).toEqual([]);
});

test('form fields: places beyond any page and lengths beyond any text are left out', async () => {
  const far = PDFNumber.of(1e200);
  const pdf = await altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document)) {
      if (name === 'agreed') dict.set(PDFName.of('Rect'), document.context.obj([0, 0, far, 20]));
      if (name === 'code') dict.set(PDFName.of('MaxLen'), far);
    }
  });

  const fields = await listFormFields(pdf);

  expect(fields.map(({ name }) => name)).not.toContain('agreed');
  expect(fields.find(({ name }) => name === 'code')).toMatchObject({ maxLength: null });
});

test('form fields: hidden fields are left out', async () => {
  const pdf = await altered(await aForm(), (document) => {
    for (const { dict, name } of widgetsOf(document)) if (name === 'code') dict.set(PDFName.of('F'), PDFNumber.of(2));
  });

  const names = (await listFormFields(pdf)).map(({ name }) => name);

  expect(names).not.toContain('code');
  expect(names).toContain('agreed');
});

test('form fields: both PDF libraries agree on all names', async () => {
  const pdf = await aForm();

  const listed = (await listFormFields(pdf)).map(({ name, type }) => ({ name, type }));
  const found = widgetsOf(await loadPdf(pdf)).map(({ name, kind: type }) => ({ name, type }));

  expect(found).toEqual(listed);
});

test('form fields: a list box with several selections says so, one with a single selection does not', async () => {
  const withSelections =
    (...days: string[]) =>
    async (pdf: Uint8Array) =>
      altered(pdf, (document) => {
        for (const { dict, name } of widgetsOf(document)) {
          if (name !== 'days') continue;
          dict.set(PDFName.of('Ff'), PDFNumber.of(1 << 21));
          dict.set(PDFName.of('V'), document.context.obj(days.map((day) => PDFString.of(day))));
        }
      });
  const days = async (pdf: Uint8Array) => (await listFormFields(pdf)).find(({ name }) => name === 'days');

  expect(await days(await withSelections('Monday', 'Tuesday')(await aForm()))).toMatchObject({
    value: 'Monday',
    values: ['Monday', 'Tuesday'],
  });
  expect(await days(await withSelections('Tuesday')(await aForm()))).toMatchObject({ value: 'Tuesday' });
  expect(await days(await withSelections('Tuesday')(await aForm()))).not.toHaveProperty('values');
});

test('form fields: a file with an owner password alone has all of them', async () => {
  const document = await loadPdf(await aForm());
  document.encrypt({ ownerPassword: 'owner', userPassword: '', permissions: { modifying: false, copying: false } });
  const inspected = await inspectPdf(await document.save({ updateFieldAppearances: false }));

  if ('refusal' in inspected) throw new Error(inspected.refusal.message);
  expect(await listFormFields(inspected.pdf)).toEqual(await listFormFields(await aForm()));
});
