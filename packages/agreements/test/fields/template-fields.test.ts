import { expect, test } from 'vitest';
import { checkField } from '../../src/fields/check-field.ts';
import { remapFields, signatureFieldOf } from '../../src/fields/template-fields.ts';
import { ANNA, aDocument, aField, BEN, idOf } from './builders.ts';

const TENANT = 'tenant-role';
const ids = {
  fieldIdOf: (id: string) => `new-${id}`,
  signerIdOf: (id: string) => (id === TENANT ? BEN : ANNA),
};

test('template fields: get ids, signers and conditions of the document, and keep the rest', () => {
  const controller = aField(1, { signerId: TENANT, fieldType: 'checkbox' });
  const dependent = aField(2, {
    signerId: TENANT,
    required: false,
    requiredWhenValue: 'true',
    label: 'Pet',
    requiredWhenFieldId: controller.id,
  });

  // The dependent stands before its controller, as nothing orders the fields of a template.
  expect(remapFields([dependent, controller], ids)).toEqual([
    { ...dependent, id: `new-${dependent.id}`, signerId: BEN, requiredWhenFieldId: `new-${controller.id}` },
    { ...controller, id: `new-${controller.id}`, signerId: BEN },
  ]);
});

test('template fields: a condition on a field outside the template is dropped', () => {
  const lost = aField(1, { requiredWhenFieldId: idOf('field', 9), requiredWhenValue: 'x' });

  expect(remapFields([lost], ids)).toMatchObject([{ requiredWhenFieldId: null, requiredWhenValue: null }]);
});

test('template fields: a field gets one new id, however often it is referenced', () => {
  let count = 0;
  const counted = { ...ids, fieldIdOf: () => `id-${++count}` };
  const fields = [aField(1), ...[2, 3].map((n) => aField(n, { requiredWhenFieldId: aField(1).id }))];

  const remapped = remapFields(fields, counted);

  expect(remapped.map(({ id }) => id)).toEqual(['id-1', 'id-2', 'id-3']);
  expect(remapped.map(({ requiredWhenFieldId }) => requiredWhenFieldId)).toEqual([null, 'id-1', 'id-1']);
});

test('template fields: a signature block becomes a required signature field where it was printed', () => {
  const place = { pageNumber: 2, xPosition: 72, yPosition: 600, width: 200, height: 50 };

  const settings = signatureFieldOf({ signerId: ANNA, label: 'Landlord', place });

  expect(settings).toMatchObject({ fieldType: 'signature', required: true, signerId: ANNA });
  expect(settings).toMatchObject({ ...place, label: 'Landlord', value: null });
  expect(checkField(settings, { ...aDocument(), fieldId: idOf('field', 1) })).toEqual([]);
});
