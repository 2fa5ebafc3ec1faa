import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { documentRoutes } from '#shared/documents/routes.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { everyRow } from '#test/support/engine.ts';
import { type AwsCall, type Plan, withFaults } from '#test/support/faults.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, type Holder, sent } from '#test/support/signing-world.ts';

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
  test('leaves one member of a choose-one group chosen', { tags: 'full' }, async () => {
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

  test('never signs a field that was cleared before', { tags: 'full' }, async () => {
    const plans = [1, 2].map(() => ({ email: anAddress(), fields: [{ label: 'Company' }] }));
    const draft = await draftWith(world, plans);
    const [holder] = await sent(world, draft);
    const fieldId = draft.fieldIds[0]?.[0] ?? '';
    await holder?.fill(fieldId, 'Example Ltd');
    await holder?.view();
    const plan = overtaken(held, async () => holder?.fill(fieldId, null));

    const { result } = await withFaults(plan, async () => holder?.sign());

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
    await owner?.view();
    const plan = overtaken(held, async () => other?.fill(fieldId, 'EUR 100,000'));

    const { result } = await withFaults(plan, async () => owner?.sign({ shown }));

    expect(result).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  });

  test('never signs with a link that was replaced', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
    const [holder] = await sent(world, draft);
    await holder?.view();
    const params = { id: draft.id, signerId: draft.signerIds[0] ?? '' };
    const plan = overtaken(held, () => done(world.key, documentRoutes.issueLink, { params }));

    const { result } = await withFaults(plan, async () => holder?.sign());

    expect(result).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    const document = await done(world.key, documentRoutes.readDocument, { params });
    expect(document).toMatchObject({ status: 'sent', signers: [{ completedAt: null }] });
  });

  test('never signs for a name that was corrected after the view', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
    const [holder] = await sent(world, draft);
    await holder?.view();
    const params = { id: draft.id, signerId: draft.signerIds[0] ?? '' };
    const body = { name: 'Another Name' };
    const plan = overtaken(held, () => done(world.key, documentRoutes.correctSigner, { params, body }));

    const { result } = await withFaults(plan, async () => holder?.sign());

    expect(result).toMatchObject({ status: 422, body: { code: 'view_required' } });
  });

  test.each([
    ['fill', (holder?: Holder, fieldId = '') => holder?.fill(fieldId, 'Example Ltd')],
    ['decline', (holder?: Holder) => holder?.decline()],
  ])('takes no %s with a link that was replaced', async (_case, act) => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{}] }]);
    const [holder] = await sent(world, draft);
    const params = { id: draft.id, signerId: draft.signerIds[0] ?? '' };
    const plan = overtaken(held, () => done(world.key, documentRoutes.issueLink, { params }));

    const { result } = await withFaults(plan, async () => act(holder, draft.fieldIds[0]?.[0]));

    expect(result?.status).toBe(401);
  });

  test('signs nothing after the document expired', async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
    const [holder] = await sent(world, draft, { expiresInDays: 1 });
    await holder?.view();
    const plan = overtaken(held, () => expire(draft.id));

    const { result } = await withFaults(plan, async () => holder?.sign());

    expect(result).toMatchObject({ status: 410, body: { code: 'link_expired' } });
  });
});

/** As if the document had been sent long ago, by a write that counts as a change. */
async function expire(id: string) {
  const rows = (await everyRow('documents')).filter((row) => row.id === id && row.expiresAt);
  for (const { pk, sk, writes } of rows)
    await dynamoStore.writeOne({
      table: 'documents',
      update: { pk, sk },
      set: { expiresAt: addSeconds(new Date(), -60).toISOString(), writes: Number(writes) + 1 },
      when: 'present',
    });
}
