import { describe, expect, test } from 'vitest';
import { createField, updateField } from '../../src/fields/change-field.ts';
import type { NewField } from '../../src/fields/new-field.ts';
import type { FormField } from '../../src/form-field.ts';
import { ANNA, aField, aFormField, aNewField, DOCUMENT_ID, LATER, LETTER, NOW } from './builders.ts';

const RECTANGLE = { pageNumber: 2, xPosition: 100.5, yPosition: 300, width: 150, height: 18 };
const FORM = [aFormField('name', RECTANGLE)];

const documentWith = (form: readonly FormField[]) => ({ form, fields: [], pages: [LETTER, LETTER], signerIds: [ANNA] });

function created(newField: Partial<NewField>, form: readonly FormField[] = FORM) {
  const made = createField({
    id: 'f',
    documentId: DOCUMENT_ID,
    now: NOW,
    document: documentWith(form),
    newField: aNewField(newField),
  });
  if ('findings' in made) return made.findings;
  const { pageNumber, xPosition, yPosition, width, height } = made.field;
  return { pageNumber, xPosition, yPosition, width, height };
}

describe('place of a linked field', () => {
  test('is the rectangle of its form field, whatever box is given', () => {
    expect(created({ acroFieldName: 'name' })).toEqual(RECTANGLE);
  });

  test('is the nearest of several widgets', () => {
    const form = [10, 200, 400].map((yPosition) => aFormField('name', { ...RECTANGLE, pageNumber: 1, yPosition }));

    expect(created({ acroFieldName: 'name', yPosition: 190 }, form)).toMatchObject({
      yPosition: 200,
    });
  });

  test('is on the given page if the form field has a widget there', () => {
    const form = [RECTANGLE, { ...RECTANGLE, pageNumber: 1, yPosition: 700 }].map((place) => aFormField('name', place));

    expect(created({ acroFieldName: 'name' }, form)).toMatchObject({ pageNumber: 1 });
  });

  test('is the given box for a dropdown that sets radio buttons', () => {
    const options = ['red', 'green'];
    const form = [aFormField('colour', { ...RECTANGLE, type: 'radio', options })];
    const linked = { fieldType: 'dropdown', acroFieldName: 'colour', options } as const;

    expect(created({ ...linked, xPosition: 20 }, form)).toMatchObject({ xPosition: 20 });
  });

  test('is rejected outside the page, and corrected by less than half a point', () => {
    const at = (xPosition: number) =>
      created({ acroFieldName: 'name' }, [aFormField('name', { ...RECTANGLE, xPosition })]);

    expect(at(-0.4)).toMatchObject({ xPosition: 0 });
    for (const x of [-5, 600])
      expect(at(x)).toContainEqual({
        path: 'acroFieldName',
        message: 'This form field lies outside its page and cannot be filled.',
      });
  });

  test('does not follow an update of the box', () => {
    const before = aField(1, { ...RECTANGLE, acroFieldName: 'name' });
    const update = { xPosition: 5, width: 50 };
    const document = { ...documentWith(FORM), fields: [before] };

    expect(updateField({ before, update, document, now: LATER })).toMatchObject({
      fields: [RECTANGLE],
    });
  });
});
