import { notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn, pointerIn } from '#shared/platform/store/collection.ts';
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
    put: { ...keyIn(recordsOf(scope, 'overrides'), override.id), ...override },
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

export const markRevoked = (scope: Scope, { id, data }: OverrideRecord): Write => ({
  table: 'risk',
  update: keyIn(recordsOf(scope, 'overrides'), id),
  set: { data, revokedAt: data.revokedAt },
  // Not revoked meanwhile.
  when: { id, revokedAt: undefined },
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
