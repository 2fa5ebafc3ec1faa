import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newId, placeOf } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { routes } from '#shared/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { beginErasureOf, confirmed } from '#test/support/deletion.ts';
import { existingDraft } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done, riskySubject } from '#test/support/risk-world.ts';
import { aSubject } from '#test/support/route-examples.ts';
import { existingRunWithMatch } from '#test/support/screening-examples.ts';
import { readRows, type StoredRow } from '#test/support/stored-state.ts';
import { plantTenant } from '#test/support/tenant.ts';

/** The auditor is what other tests rely on, so here it is shown every kind of damage. */
let whole: StoredRow[];

beforeAll(async () => {
  await prepareEngine();
  const { client, owner } = await plantTenant();
  await call(client, routes.risk.createSubject, { body: aSubject() });
  const { body: key } = await call(owner, routes.organization.createApiKey, {
    body: { mode: 'test' },
  });
  await call(owner, routes.organization.revokeApiKey, { params: { id: key.id } });
  await existingDraft({ organizationId: randomUUID(), mode: 'test' });
  await existingRunWithMatch({ organizationId: randomUUID(), mode: 'test' });
  const world = await aWorld();
  const { assessment } = await riskySubject(world);
  await done(world.client, routes.risk.transitionAction, {
    params: { id: assessment.data.actionIds[0] },
    body: { status: 'failed', expectedRevision: 1, reason: 'Nobody is there.' },
  });
  const leaving = randomUUID();
  await call(await userOf(leaving, 'owner'), routes.organization.deleteOrganization, confirmed(leaving));
  await beginErasureOf(leaving);
  whole = await readRows();
});

const putOf = ({ table, item }: StoredRow): Write => ({ table, put: item });
const removalOf = ({ table, item: { pk, sk } }: StoredRow): Write => ({
  table,
  remove: { pk, sk },
});
const change = (writes: Write[]) => dynamoStore.transact(writes, randomUUID());

afterEach(async () => {
  const known = new Set(whole.map(({ item }) => `${item.pk} ${item.sk}`));
  const added = (await readRows()).filter(({ item }) => !known.has(`${item.pk} ${item.sk}`));
  await change([...whole.map(putOf), ...added.map(removalOf)]);
});

/** The row of a kind; of several, the one whose attributes hold this text. */
function rowOf(kind: string, text = ''): StoredRow {
  const row = whole.find((one) => one.kind === kind && JSON.stringify(one.item).includes(text));
  if (!row) throw new Error(`There is no ${kind} row.`);
  return row;
}

const without = (kind: string, text?: string) => () => [removalOf(rowOf(kind, text))];
const altered = (kind: string, text: string, attributes: object) => () => {
  const { table, item } = rowOf(kind, text);
  return [{ table, put: { ...item, ...attributes } }];
};
const copied = (kind: string, text: string) => () => {
  const { table, item } = rowOf(kind, text);
  const id = newId();
  return [{ table, put: { ...item, id, sk: placeOf(id) } }];
};

test('finds nothing where nothing is wrong', async () => {
  expect(await audit()).toEqual([]);
});

test.each<[string, () => Write[], RegExp]>([
  ['a record without its event', without('events', 'risk.subject'), /one event of its creation/],
  ['an event without its record', without('subjects'), /tells of a record that is not there/],
  ['a record that was made twice', copied('subjects', ''), /one event of its creation/],
  ['an event that was written twice', copied('events', 'risk.subject'), /one event of its creation/],
  ['an event without its pointer', without('events-about'), /lacks its pointer/],
  ['a pointer without its event', copied('events-about', ''), /is a pointer to nothing/],
  ['a subject without its name', without('subjects-names'), /lacks its name/],
  ['a name of another subject', altered('subjects-names', '', { id: newId() }), /is a name to nothing/],
  ['a record without its receipt', without('receipts', 'risk/subjects'), /one receipt of its creation/],
  [
    'a receipt of another user',
    altered('receipts', 'risk/subjects', { principal: 'user:x' }),
    /one receipt of its creation/,
  ],
  ['a receipt of another record', without('api-keys', '"revokedAt":"'), /answers with a record that/],
  ['a key that is revoked in secret', altered('api-keys', '"revokedAt":"', { revokedAt: null }), /revoked/],
  [
    'an action that moved in secret',
    () => {
      const { table, item } = rowOf('actions');
      const [action] = item.actions as object[];
      return [{ table, put: { ...item, actions: [{ ...action, status: 'completed' }] } }];
    },
    /where its history does not lead/,
  ],
  ['work without its row in the worklist', without('work'), /is not listed once/],
  ['a row of the worklist in another state', altered('work', '', { externalId: 'other' }), /is not listed once/],
  ['a worklist row without its work', without('subject-state', '"work"'), /that is not stored/],
  [
    'an action that ended without its work',
    () => {
      const { table, item } = rowOf('actions');
      return [{ table, put: { ...item, actions: [] } }];
    },
    /has other work than open actions/,
  ],
  [
    'a pointer of an assignee to nothing',
    () => {
      const { table, item } = rowOf('work');
      const pk = item.pk.replace(/#work#.*/, '#work-of#0');
      return [{ table, put: { pk, sk: `${randomUUID()}#${item.id}`, id: item.id } }];
    },
    /of another assignee/,
  ],
  ['an event without subscribers', altered('events', 'dueShard', { subscribers: {} }), /announce/],
  [
    'an event told to a stranger',
    altered('events', 'api_key.created', { subscribers: { [randomUUID()]: [0] } }),
    /announce/,
  ],
  ['an event that is not due', altered('events', 'dueShard', { dueShard: undefined }), /announce/],
  ['a document without an entry of its trail', without('document', 'audit#'), /has 0 entries, not 1/],
  ['a trail without its document', without('documents'), /is a trail of nothing/],
  ['an entry that was altered', altered('document', 'audit#', { actor: 'user:x' }), /breaks its trail/],
  ['a match that is not listed', without('matches'), /is not in the list of its matches/],
  ['a match that is listed twice', copied('matches', ''), /a match is listed twice/],
  [
    'a run that was decided in secret',
    () => {
      const { table, item } = rowOf('matches');
      return [{ table, put: { ...item, pk: item.pk.replace('#pending#', '#decided#') } }];
    },
    /listed as a match in another state/,
  ],
  [
    'an assessment whose result was rewritten',
    () => {
      const { table, item } = rowOf('assessments');
      const [packed] = pack({ ...(unpack([item.packed as Uint8Array]) as object), decision: 'none' });
      return [{ table, put: { ...item, packed } }];
    },
    /is not what its evidence gives: assessments .* decision/,
  ],
  [
    'a row of no organization',
    () => [{ table: 'risk', put: { pk: 'subjects#0', sk: '1' } }],
    /outside every organization/,
  ],
  [
    'a row of no mode',
    () => [{ table: 'risk', put: { pk: `${randomUUID()}#subjects#0`, sk: '1' } }],
    /outside every organization/,
  ],
  [
    'an erasure whose organization is let in',
    () => whole.filter(({ item }) => item.pk.startsWith('erased#')).map(removalOf),
    /still let in/,
  ],
])('finds %s', async (_case, damage, finding) => {
  await change(damage());

  expect((await audit()).join('\n')).toMatch(finding);
});

test('finds an answer that lacks a part', async () => {
  await change(altered('receipts', 'risk/subjects', { parts: 2 })());

  await expect(audit()).rejects.toThrow('lacks its part');
});
