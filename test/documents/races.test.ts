import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { type AwsCall, type Plan, withFaults } from '#test/support/faults.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';

const world = preparedSigningWorld();

/** Longer than a concurrent read takes. */
const OTHER_READ_MS = 100;

/** Holds back the first such call of a request until another request has changed the document. */
function overtaken(held: 'Query' | 'TransactWriteItems', change: () => Promise<unknown>): Plan {
  let isFirst = true;
  const isHeldBack = ({ command }: AwsCall) => isFirst && command === held;
  return {
    ofCall: (call) => {
      if (!isHeldBack(call)) return undefined;
      isFirst = false;
      return { waitsFor: () => sleep(OTHER_READ_MS).then(change) };
    },
  };
}

describe.each([
  ['before its fields are read', 'Query' as const],
  ['before the commit', 'TransactWriteItems' as const],
])('a change after the document was read and %s', (_case, held) => {
  test('leaves one member of a choose-one group chosen', async () => {
    const box = { fieldType: 'checkbox' as const, groupKey: 'one' };
    const draft = await draftWith(world, [{ email: anAddress(), fields: [box, box] }]);
    const [holder] = await sent(world, draft);
    const [mine = '', other = ''] = draft.fieldIds[0] ?? [];
    const plan = overtaken(held, async () => holder?.fill(other, 'true'));

    const { result } = await withFaults(plan, async () => holder?.fill(mine, 'true'));

    expect(result?.status).toBe(200);
    const { items } = await done(world.key, documentRoutes.listFields, {
      params: { id: draft.id },
    });
    expect(items.map(({ value }: { value: string | null }) => value)).toEqual(['true', null]);
  });

  test('never signs a field that was cleared before', async () => {
    const plans = [1, 2].map(() => ({ email: anAddress(), fields: [{ label: 'Company' }] }));
    const draft = await draftWith(world, plans);
    const [holder] = await sent(world, draft);
    const fieldId = draft.fieldIds[0]?.[0] ?? '';
    await holder?.fill(fieldId, 'Example Ltd');
    const plan = overtaken(held, async () => holder?.fill(fieldId, null));

    const { result } = await withFaults(plan, async () => holder?.complete());

    expect(result).toMatchObject({ status: 422, body: { code: 'fields_missing' } });
  });

  test('never signs another value than the signer was shown', async () => {
    const draft = await draftWith(world, [
      { email: anAddress(), fields: [{ label: 'Price', sharedFill: true }] },
      { email: anAddress(), fields: [{}] },
    ]);
    const [owner, other] = await sent(world, draft);
    const fieldId = draft.fieldIds[0]?.[0] ?? '';
    const shown = (await owner?.fill(fieldId, 'EUR 1,000'))?.body.shown;
    const plan = overtaken(held, async () => other?.fill(fieldId, 'EUR 100,000'));

    const { result } = await withFaults(plan, async () => owner?.complete(shown));

    expect(result).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  });
});
