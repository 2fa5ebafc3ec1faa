import { describe, expect, test } from 'vitest';
import { Field } from '#packages/agreements/src/field.ts';
import { newFieldOf } from '#packages/agreements/src/fields/change-field.ts';
import { settingsOf } from '#packages/agreements/src/fields/new-field.ts';
import { storedInDraft } from '#shared/documents/repository/conditions.ts';
import { putField } from '#shared/documents/repository/fields.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { aField } from '#test/support/document-examples.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

/** More than fit into one transaction. */
const DEPENDENTS = 150;

/** A checkbox that controls very many fields, and a second signer to reassign it to. */
async function controlled() {
  const box = { fieldType: 'checkbox' as const, label: 'Married' };
  const draft = await draftWith(world, [
    { email: anAddress(), fields: [box] },
    { email: anAddress(), fields: [] },
  ]);
  const [signerId = '', otherId = ''] = draft.signerIds;
  const controllerId = draft.fieldIds[0]?.[0] ?? '';
  const settings = settingsOf(aField(signerId, { requiredWhenFieldId: controllerId }));
  const told = { documentId: draft.id, settings, now: new Date().toISOString() };
  for (let made = 0; made < DEPENDENTS; made += 1) {
    const dependent = storedInDraft(newFieldOf({ ...told, id: newId() }), []);
    await dynamoStore.writeOne(putField({ organizationId: world.organizationId, mode: 'test' }, dependent));
  }
  return { id: draft.id, signerId, otherId, controllerId };
}

interface Listed {
  id: string;
  requiredWhenFieldId: string | null;
}
const fieldsOf = async (id: string): Promise<Listed[]> =>
  (await done(world.key, documentRoutes.listFields, { params: { id } })).items;
const waitingFor = async (id: string, controllerId: string) =>
  (await fieldsOf(id)).filter(({ requiredWhenFieldId }) => requiredWhenFieldId === controllerId);
const lastEntryOf = async (id: string) =>
  (await done(world.key, documentRoutes.readDocumentAudit, { params: { id } })).items.at(-1);

describe('a field that controls very many others', () => {
  test('can be removed, which clears all conditions', async () => {
    const { id, controllerId } = await controlled();
    expect(await waitingFor(id, controllerId)).toHaveLength(DEPENDENTS);

    await done(world.key, documentRoutes.removeField, { params: { id, fieldId: controllerId } });

    const fields = await fieldsOf(id);
    expect(fields).toHaveLength(DEPENDENTS);
    expect(fields.every(({ requiredWhenFieldId }) => requiredWhenFieldId === null)).toBe(true);
    const { details } = await lastEntryOf(id);
    expect(details.clearedConditions).toEqual(fields.map((field) => field.id));
  });

  test('can be reassigned, which clears all conditions permanently', async () => {
    const { id, signerId, otherId, controllerId } = await controlled();
    const params = { id, fieldId: controllerId };
    const assign = (to: string) => done(world.key, documentRoutes.updateField, { params, body: { signerId: to } });

    const reassigned = await assign(otherId);
    const { details } = await lastEntryOf(id);
    const waitingThen = await waitingFor(id, controllerId);
    await assign(signerId);

    expect(reassigned.signerId).toBe(otherId);
    // Only fields of bundles say of which template they are.
    const members = Object.keys(Field.shape).filter((name) => name !== 'templateNumber');
    expect(Object.keys(reassigned).sort()).toEqual(members.sort());
    expect(details.clearedConditions).toHaveLength(DEPENDENTS);
    expect(waitingThen).toEqual([]);
    expect(await waitingFor(id, controllerId)).toEqual([]);
  });
});

test('conditions: can be set again on a field that was reassigned and back', async () => {
  const fields = [{ fieldType: 'checkbox' as const }, { label: 'Company' }];
  const draft = await draftWith(world, [
    { email: anAddress(), fields },
    { email: anAddress(), fields: [] },
  ]);
  const [controllerId = '', dependentId = ''] = draft.fieldIds[0] ?? [];
  const update = (fieldId: string, body: object) =>
    done(world.key, documentRoutes.updateField, { params: { id: draft.id, fieldId }, body });
  for (const signerId of [...draft.signerIds].reverse()) await update(controllerId, { signerId });

  await update(dependentId, { requiredWhenFieldId: controllerId });
  await update(dependentId, { label: 'Name of the company' });
  await update(controllerId, { label: 'Is a company' });

  expect(await waitingFor(draft.id, controllerId)).toMatchObject([{ id: dependentId }]);
});
