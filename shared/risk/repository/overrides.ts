import { notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn, pointerIn } from '#shared/platform/store/collection.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { OverrideRecord } from '../override.ts';
import { recordsAbout, recordsOf } from './collections.ts';

/** Latest override per assessment. Only this one can apply, even after it has ended. */
const latestKey = (scope: Scope, assessmentId: string): Key => ({
  pk: `${scopeKey(scope)}#latest-override#${assessmentId}`,
  sk: 'latest',
});

export const latestOverridePartition = (scope: Scope, assessmentId: string) => latestKey(scope, assessmentId).pk;

export const createOverride = (scope: Scope, override: OverrideRecord): Write[] => [
  {
    table: 'risk',
    put: {
      ...keyIn(recordsOf(scope, 'overrides'), override.id),
      ...override,
      organizationId: scope.organizationId,
      mode: scope.mode,
      ...dueAt(new Date(override.data.expiresAt), override.id, 'overrides'),
    },
    when: 'absent',
  },
  {
    table: 'risk',
    put: pointerIn(recordsAbout(scope, 'overrides', override.data.subjectId), override.id),
  },
  {
    table: 'risk',
    put: { ...latestKey(scope, override.data.assessmentId), overrideId: override.id },
  },
];

export async function readOverride({ store, caller }: Context, id: string) {
  const row = await findOwnRow(store, recordsOf(caller, 'overrides'), id);
  if (!row) throw notFound('override');
  return OverrideRecord.parse(row);
}

/** Overrides by id; those that were erased are left out. */
export async function findOverrides(store: Store, scope: Scope, ids: readonly string[]): Promise<OverrideRecord[]> {
  const home = recordsOf(scope, 'overrides');
  const rows = await store.getMany(ids.map((id) => ({ table: home.table, key: keyIn(home, id) })));
  return rows.flatMap((row) => (row ? [OverrideRecord.parse(row)] : []));
}

export const markRevoked = (scope: Scope, { id, data }: OverrideRecord): Write => ({
  table: 'risk',
  update: keyIn(recordsOf(scope, 'overrides'), id),
  set: { data, revokedAt: data.revokedAt },
  unset: NOT_DUE,
  // Neither revoked nor carried meanwhile.
  when: { id, revokedAt: undefined, carriedTo: data.carriedTo },
});

/** An override that nothing has ended yet: its row is due at its end. */
export interface RunningOverride {
  override: OverrideRecord;
  dueAt: string;
}

/** Undefined if it was revoked, has ended, or is of a release that did not store its end. */
export async function findRunningOverride(
  store: Store,
  scope: Scope,
  id: string,
): Promise<RunningOverride | undefined> {
  const row = await findOwnRow(store, recordsOf(scope, 'overrides'), id);
  return typeof row?.dueAt === 'string' ? { override: OverrideRecord.parse(row), dueAt: row.dueAt } : undefined;
}

/** On condition that nothing else has ended it meanwhile. */
export const markEnded = (scope: Scope, { override: { id }, dueAt: found }: RunningOverride): Write => ({
  table: 'risk',
  update: keyIn(recordsOf(scope, 'overrides'), id),
  set: {},
  unset: NOT_DUE,
  when: { id, dueAt: found },
});

/** The same for one that another continues. */
export const markCarried = (scope: Scope, { override, dueAt: found }: RunningOverride, carriedTo: string): Write => ({
  table: 'risk',
  update: keyIn(recordsOf(scope, 'overrides'), override.id),
  set: { carriedTo, data: { ...override.data, carriedTo } },
  unset: NOT_DUE,
  when: { id: override.id, dueAt: found },
});

/** The latest override of each assessment, in two round trips for all. */
export async function findLatestOverrides(
  store: Store,
  scope: Scope,
  assessmentIds: readonly string[],
): Promise<(OverrideRecord | undefined)[]> {
  const latest = await store.getMany(assessmentIds.map((id) => ({ table: 'risk', key: latestKey(scope, id) })));
  const home = recordsOf(scope, 'overrides');
  const keys = latest.flatMap((row) => (row ? [keyIn(home, String(row.overrideId))] : []));
  const rows = keys.length > 0 ? await store.getMany(keys.map((key) => ({ table: 'risk', key }))) : [];
  const overrides = rows.flatMap((row) => (row ? [OverrideRecord.parse(row)] : []));
  const byAssessment = new Map(overrides.map((one) => [one.data.assessmentId, one]));
  return assessmentIds.map((id) => byAssessment.get(id));
}
