import { randomUUID } from 'node:crypto';
import type { PolicyDefinition } from '@assay/policy-engine';
import { expect, test } from 'vitest';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { validateDefinition } from '#shared/risk/listed-sources.ts';
import { hashOf, type PolicyVersion } from '#shared/risk/policy.ts';
import { createPolicy, findPolicy, retirementWrites } from '#shared/risk/repository/policies.ts';
import { compiledVersion } from '#shared/risk/repository/published-versions.ts';
import { aPolicy } from '#test/support/risk-examples.ts';

const scope: Scope = { organizationId: randomUUID(), mode: 'live' };
const definition = validateDefinition(aPolicy()).normalized as PolicyDefinition;
const DRAFT: PolicyVersion = {
  key: 'onboarding',
  version: 1,
  status: 'draft',
  publishedAt: null,
  createdAt: '2026-03-14T09:26:53.589Z',
  definition,
  hash: hashOf(definition),
};
const PUBLISHED: PolicyVersion = { ...DRAFT, status: 'published', publishedAt: DRAFT.createdAt };

/** Rows by key, and how many reads there were. */
function aStore() {
  const rows = new Map<string, Item>();
  const state = { reads: 0 };
  const unused = () => Promise.reject(new Error('unused'));
  const store: Store = {
    getMany: async (reads) => reads.map(({ key: { pk, sk } }) => rows.get(`${pk}\n${sk}`)),
    query: unused,
    transact: unused,
    writeOne: unused,
    deleteMany: unused,
    get: async (_table, { pk, sk }) => {
      state.reads += 1;
      return rows.get(`${pk}\n${sk}`);
    },
  };
  const write = (one: Write) => {
    if ('put' in one) rows.set(`${one.put.pk}\n${one.put.sk}`, one.put);
  };
  const plant = (id: string, policy: PolicyVersion) => createPolicy(scope, id, policy).forEach(write);
  return { store, state, plant, write };
}

test('policies: a process reads and compiles a published version once', async () => {
  const { store, state, plant } = aStore();
  const id = newId();
  plant(id, PUBLISHED);

  const found = [await findPolicy(store, scope, id), await findPolicy(store, scope, id)];

  expect(state.reads).toBe(1);
  const [first, second] = found.flatMap((policy) => (policy ? [compiledVersion(policy)] : []));
  expect(first).toBeDefined();
  expect(second).toBe(first);
  expect(Object.isFrozen(found[0]?.data.definition.inputs[0])).toBe(true);
});

test('policies: a draft is read each time, so that its publication is seen at once', async () => {
  const { store, plant } = aStore();
  const id = newId();
  plant(id, DRAFT);
  expect((await findPolicy(store, scope, id))?.data.status).toBe('draft');

  plant(id, PUBLISHED);

  expect((await findPolicy(store, scope, id))?.data.status).toBe('published');
});

test.each<[string, Scope]>([
  ['another organization', { ...scope, organizationId: randomUUID() }],
  ['the other mode', { ...scope, mode: 'test' }],
])('policies: a cached version is not found by %s', async (_case, other) => {
  const { store, plant } = aStore();
  const id = newId();
  plant(id, PUBLISHED);
  await findPolicy(store, scope, id);

  expect(await findPolicy(store, other, id)).toBeUndefined();
});

test('policies: a cached version is seen as retired', async () => {
  const { store, plant, write } = aStore();
  const id = newId();
  plant(id, PUBLISHED);
  await findPolicy(store, scope, id);
  const data = { ...PUBLISHED, retiredAt: PUBLISHED.createdAt, retiredBy: 'user:1', retirementReason: 'Replaced.' };
  for (const one of retirementWrites(scope, { id, resource: 'policies', data })) write(one);

  expect((await findPolicy(store, scope, id))?.data).toEqual(data);
});
