import { expect, test } from 'vitest';
import type { NewField } from '#packages/agreements/src/fields/new-field.ts';
import { aForm, altered } from '#packages/agreements/test/pdf/fixtures.ts';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { call } from '#test/support/api.ts';
import { aField } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

/** `person.name` says "Default", `agreed` is ticked, `size` is large and `days` has Tuesday selected. */
const aFilledForm = async () =>
  altered(await aForm(), (document) => {
    document.getForm().getCheckBox('agreed').check();
    document.getForm().getDropdown('size').select('large');
    document.getForm().getOptionList('days').select('Tuesday');
  });

const draftOfForm = async (...fields: Partial<NewField>[]) =>
  draftWith(
    world,
    [{ email: anAddress(), fields: [{ value: 'so that it can be sent' }, ...fields] }],
    await aFilledForm(),
  );

async function fieldsOf(id: string) {
  const { items } = await done(world.key, documentRoutes.listFields, { params: { id } });
  return items.slice(1);
}

const proposed = (value: string) => ({ value, editable: true, filledBy: null });
const empty = { value: null, editable: false, filledBy: null };
test('form values: a linked field starts with the form’s value as an editable default', async () => {
  const { id } = await draftOfForm(
    { acroFieldName: 'person.name' },
    { fieldType: 'checkbox', acroFieldName: 'agreed' },
    { fieldType: 'dropdown', options: ['small', 'large'], acroFieldName: 'size' },
    { fieldType: 'dropdown', options: ['Monday', 'Tuesday'], acroFieldName: 'days' },
    { acroFieldName: 'person.notes' },
  );

  expect(await fieldsOf(id)).toMatchObject([
    proposed('Default'),
    proposed('true'),
    proposed('large'),
    proposed('Tuesday'),
    { ...empty, multiline: true },
  ]);
});

test.each([
  ['the value exceeds its limit', { maxLength: 3 }, empty],
  ['the sender gives another', { value: 'Mine' }, { value: 'Mine', filledBy: 'sender' }],
])('form values: a linked field starts without the form’s value if %s', async (_case, field, expected) => {
  const { id } = await draftOfForm({ ...field, acroFieldName: 'person.name' });

  expect(await fieldsOf(id)).toMatchObject([expected]);
});

test('form values: a field linked later gets the value as well, and the sender can clear it', async () => {
  const { id, fieldIds } = await draftOfForm({ required: false });
  const change = (body: object) =>
    done(world.key, documentRoutes.updateField, {
      params: { id, fieldId: fieldIds[0]?.[1] ?? '' },
      body,
    });

  expect(await change({ acroFieldName: 'person.name' })).toMatchObject(proposed('Default'));
  expect(await change({ value: null })).toMatchObject(empty);
});

test.each([
  ['left alone', undefined, ['Default']],
  ['cleared', null, []],
])('form values: the sealed file contains what the signer has seen: %s', async (_case, value, expected) => {
  const draft = await draftOfForm({ required: false, acroFieldName: 'person.name' });
  const [holder] = await sent(world, draft);
  const { fields } = (await holder?.read())?.body ?? {};
  expect(fields[1]).toMatchObject({ value: 'Default', isReadOnly: false, isOverForm: true });

  if (value === null) await holder?.fill(fields[1].id, value);
  expect((await holder?.complete())?.status).toBe(200);

  const pdf = await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } });
  const first = (await textsIn(Buffer.from(pdf, 'base64'))).filter(({ page }) => page === 1);
  expect(first.map(({ text }) => text).filter((text) => text === 'Default')).toEqual(expected);
});

const refusedWith = async (path: string, field: Partial<NewField>) => {
  const { id, signerIds } = await draftOfForm();
  const [signerId = ''] = signerIds;
  const { status, body } = await call(world.key, documentRoutes.addField, {
    params: { id },
    body: aField(signerId, field),
  });
  expect([status, body.code, body.errors?.[0]?.path]).toEqual([422, 'invalid_field', path]);
  return body.errors[0].message;
};

test('form values: a field cannot be linked to a form field that could not show it', async () => {
  expect(await refusedWith('acroFieldName', { acroFieldName: 'agreed' })).toBe(
    'A text field cannot fill a checkbox of the PDF’s form; use checkbox.',
  );
  expect(await refusedWith('acroFieldName', { fieldType: 'signature', acroFieldName: 'agreed' })).toMatch(
    /signature field cannot fill a checkbox/,
  );
  expect(await refusedWith('acroFieldName', { acroFieldName: 'code' })).toMatch(/read-only/);
});

test('form values: a linked field cannot change to a type that the form field could not show', async () => {
  const { id, fieldIds } = await draftOfForm({ acroFieldName: 'person.notes' });

  const { status, body } = await call(world.key, documentRoutes.updateField, {
    params: { id, fieldId: fieldIds[0]?.[1] ?? '' },
    body: { fieldType: 'checkbox', multiline: false },
  });

  expect([status, body.code, body.errors[0].path]).toEqual([422, 'invalid_field', 'acroFieldName']);
});
