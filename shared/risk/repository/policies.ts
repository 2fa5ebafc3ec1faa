import { notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn } from '#shared/platform/store/collection.ts';
import { foldCase } from '#shared/platform/store/fold-case.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { hashOf, PolicyRecord, type PolicyVersion } from '../policy.ts';
import { recordsOf } from './collections.ts';
import { publishedVersion, rememberPublished } from './published-versions.ts';
import { type BesideVersion, besideIn, besideRead } from './shadows.ts';

/** Policy versions, and the number of the latest version per key. */
export const latestVersionsPartition = (scope: Scope) => `${scopeKey(scope)}#policy-heads`;

const latestVersionKey = (scope: Scope, key: string): Key => ({
  pk: latestVersionsPartition(scope),
  sk: key,
});

export async function latestVersion({ store, caller }: Context, key: string): Promise<number> {
  const latest = await store.get('risk', latestVersionKey(caller, key));
  return Number(latest?.version ?? 0);
}

/** The next version of a key, on condition that the number is still free. */
export const createPolicy = (scope: Scope, id: string, policy: PolicyVersion): Write[] => [
  {
    table: 'risk',
    put: { ...latestVersionKey(scope, policy.key), version: policy.version },
    when: policy.version === 1 ? 'absent' : { version: policy.version - 1 },
  },
  {
    table: 'risk',
    put: {
      ...keyIn(recordsOf(scope, 'policies'), id),
      id,
      resource: 'policies',
      data: toRow(policy),
      searchable: foldCase(policy.key),
    },
    when: 'absent',
  },
];

/**
 * Definitions are stored as text, because conditions can contain numbers that DynamoDB cannot
 * store.
 */
const toRow = ({ definition, hash: _derived, inForce: _elsewhere, ...rest }: PolicyVersion) => ({
  ...rest,
  definition: JSON.stringify(definition),
});

export function policyIn(row: Item): PolicyRecord {
  const data = row.data as ReturnType<typeof toRow>;
  const definition = JSON.parse(data.definition);
  return PolicyRecord.parse({
    id: row.id,
    resource: 'policies',
    data: { ...data, definition, hash: hashOf(definition) },
  });
}

export async function findPolicy(store: Store, scope: Scope, id: string) {
  const known = publishedVersion(store, scope, id);
  if (known) return withRetirement(known, (await store.getMany([retirementRead(scope, id)]))[0]);
  const row = await findOwnRow(store, recordsOf(scope, 'policies'), id);
  return row && rememberPublished(store, scope, policyIn(row));
}

/**
 * Published versions are cached as if they never changed. That one was retired is in a small row of its own, which
 * every process reads again after this time.
 */
const RETIREMENT_MAX_AGE_MS = 5_000;

export const retirementsPartition = (scope: Scope) => `${scopeKey(scope)}#policy-retired`;

const retirementKey = (scope: Scope, id: string): Key => ({ pk: retirementsPartition(scope), sk: id });

const retirementRead = (scope: Scope, id: string): Read => ({
  table: 'risk',
  key: retirementKey(scope, id),
  maxAgeMs: RETIREMENT_MAX_AGE_MS,
});

const withRetirement = (policy: PolicyRecord, row: Item | undefined): PolicyRecord =>
  row ? PolicyRecord.parse({ ...policy, data: { ...policy.data, ...(row.retirement as object) } }) : policy;

/** The version as it is now, for changes of it. */
export async function readCurrentPolicy({ store, caller }: Context, id: string): Promise<PolicyRecord> {
  const row = await findOwnRow(store, recordsOf(caller, 'policies'), id);
  if (!row) throw notFound('policy version');
  return policyIn(row);
}

export const retirementWrites = (scope: Scope, { id, data }: PolicyRecord): Write[] => {
  const { retiredAt, retiredBy, retirementReason } = data;
  return [
    {
      table: 'risk',
      update: keyIn(recordsOf(scope, 'policies'), id),
      set: { data: toRow(data), retiredAt },
      // Not retired meanwhile.
      when: { id, retiredAt: undefined },
    },
    {
      table: 'risk',
      put: { ...retirementKey(scope, id), retirement: { retiredAt, retiredBy, retirementReason } },
      when: 'absent',
    },
  ];
};

export async function readPolicy({ store, caller }: Context, id: string): Promise<PolicyRecord> {
  const policy = await findPolicy(store, caller, id);
  if (!policy) throw notFound('policy version');
  return policy;
}

export interface AssessedPolicy {
  policy: PolicyRecord;
  /** Evaluated too, if the version is in force and has a shadow. */
  beside: BesideVersion | undefined;
}

/** A version for an assessment, with its shadow, in one round trip. */
export async function readAssessedPolicy({ store, caller }: Context, id: string): Promise<AssessedPolicy> {
  const known = publishedVersion(store, caller, id);
  const collection = recordsOf(caller, 'policies');
  const first = known ? retirementRead(caller, id) : { table: collection.table, key: keyIn(collection, id) };
  const [row, beside] = await store.getMany([first, besideRead(caller, id)]);
  if (known) return { policy: withRetirement(known, row), beside: besideIn(beside) };
  if (row?.id !== id) throw notFound('policy version');
  return { policy: rememberPublished(store, caller, policyIn(row)), beside: besideIn(beside) };
}

/** Policy versions by id, in one round trip. Unknown ids are left out. */
export async function findPolicies({ store, caller }: Context, ids: readonly string[]) {
  const collection = recordsOf(caller, 'policies');
  const cached = ids.flatMap((id) => publishedVersion(store, caller, id) ?? []);
  const unknown = ids.filter((id) => !cached.some((policy) => policy.id === id));
  const rows = await store.getMany([
    ...unknown.map((id) => ({ table: collection.table, key: keyIn(collection, id) })),
    ...cached.map(({ id }) => retirementRead(caller, id)),
  ]);
  const known = cached.map((policy, index) => withRetirement(policy, rows[unknown.length + index]));
  const found = rows
    .slice(0, unknown.length)
    .flatMap((row, index) =>
      row?.id === unknown[index] && row ? [rememberPublished(store, caller, policyIn(row))] : [],
    );
  return new Map([...known, ...found].map((policy) => [policy.id, policy]));
}

/** Published version with the highest number per key, used by assessments by key. */
export const latestPublishedPartition = (scope: Scope) => `${scopeKey(scope)}#policy-published`;

const publishedKey = (scope: Scope, key: string): Key => ({
  pk: latestPublishedPartition(scope),
  sk: key,
});

export async function readLatestPublished(context: Context, key: string): Promise<AssessedPolicy> {
  const latest = await context.store.get('risk', publishedKey(context.caller, key));
  if (!latest) throw notFound('published policy with this key');
  return readAssessedPolicy(context, String(latest.policyVersionId));
}

/** The id of the version in force, unless there is none or it is retired. */
export async function findInForce({ store, caller }: Context, key: string): Promise<string | undefined> {
  const latest = await store.get('risk', publishedKey(caller, key));
  return latest && latest.retiredAt === undefined ? String(latest.policyVersionId) : undefined;
}

/** The version is still in force. */
export const whileInForce = (scope: Scope, key: string, id: string): Write => ({
  table: 'risk',
  check: publishedKey(scope, key),
  when: { policyVersionId: id, retiredAt: undefined },
});

/** The version was neither published nor retired meanwhile. */
export const whileUnchanged = (scope: Scope, { id, data }: PolicyRecord): Write => ({
  table: 'risk',
  check: keyIn(recordsOf(scope, 'policies'), id),
  when: { id, publishedAt: data.publishedAt ?? undefined, retiredAt: undefined },
});

/** Numbers of the versions in force, by key. Keys without one are left out. */
export async function numbersInForce(
  { store, caller }: Context,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await store.getMany(keys.map((key) => ({ table: 'risk', key: publishedKey(caller, key) })));
  const inForce = rows.flatMap((row) => (row && row.retiredAt === undefined ? [row] : []));
  return new Map(inForce.map(({ sk, version }) => [sk, Number(version)]));
}

/** The latest published version of a key remembers that it is retired, so that it is seen in the same read. */
export async function markHeadRetired({ store, caller }: Context, { id, data }: PolicyRecord): Promise<Write[]> {
  const key = publishedKey(caller, data.key);
  const head = await store.get('risk', key);
  if (head?.policyVersionId !== id) return [];
  return [{ table: 'risk', update: key, set: { retiredAt: data.retiredAt }, when: { policyVersionId: id } }];
}

/** Ids of the versions in force, by key. A retired one stays the latest of its key, but is in force no longer. */
export async function versionsInForce({ store, caller }: Context, keys: readonly string[]): Promise<Set<string>> {
  const rows = await store.getMany(keys.map((key) => ({ table: 'risk', key: publishedKey(caller, key) })));
  return new Set(rows.flatMap((row) => (row ? [String(row.policyVersionId)] : [])));
}

/**
 * The number of a later version that is published and not retired, and the write that makes this version the latest
 * published one, on condition that no other was published meanwhile.
 */
export async function latestPublished({ store, caller }: Context, { id, data: { key, version } }: PolicyRecord) {
  const row = publishedKey(caller, key);
  const before = await store.get('risk', row);
  const isLater = Number(before?.version ?? 0) > version;
  const [retired] = isLater ? await store.getMany([retirementRead(caller, String(before?.policyVersionId))]) : [];
  const when = before ? { version: before.version } : ('absent' as const);
  const write: Write = { table: 'risk', put: { ...row, policyVersionId: id, version }, when };
  return { later: isLater && !retired ? Number(before?.version) : undefined, write };
}

/** The version was not published meanwhile. */
export const whileDraft = (scope: Scope, id: string): Write => ({
  table: 'risk',
  check: keyIn(recordsOf(scope, 'policies'), id),
  when: { id, publishedAt: undefined },
});

export const markPublished = (scope: Scope, { id, data }: PolicyRecord): Write => ({
  table: 'risk',
  update: keyIn(recordsOf(scope, 'policies'), id),
  set: { data: toRow(data), publishedAt: data.publishedAt },
  // Not published meanwhile.
  when: { id, publishedAt: undefined },
});
