import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { type Collection, keyIn, listCollection, oneRecord, type Paging } from '#shared/platform/store/collection.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import type { PolicyRecord } from '../policy.ts';
import { findMonitoredOf, type MonitoredPolicy } from './monitoring.ts';

/**
 * Pointers from a policy version to the subjects that it monitors, or whose monitoring by it is paused. A subject has one
 * place, so a version has one pointer to it.
 */
export const monitoredBy = (scope: Scope, policyVersionId: string): Collection => ({
  table: 'risk',
  name: `${scopeKey(scope)}#monitored-by#${policyVersionId}`,
  shards: shardPlanOf('actions'),
});

/** In the transaction that configures the monitoring of a subject. */
export function pointToMonitored(
  scope: Scope,
  { subjectId, from, to }: { subjectId: string; from: string | undefined; to: string },
): Write[] {
  if (from === to) return [];
  const added = { ...keyIn(monitoredBy(scope, to), subjectId), id: subjectId };
  return [
    { table: 'risk', put: added },
    ...(from === undefined ? [] : [{ table: 'risk' as const, remove: keyIn(monitoredBy(scope, from), subjectId) }]),
  ];
}

/** Ids of subjects, in order of their creation. */
export const listMonitoredBy = (
  store: Store,
  scope: Scope,
  policyVersionId: string,
  { limit, ...paging }: Paging & { limit?: number },
): Promise<Page<string>> =>
  listCollection(store, monitoredBy(scope, policyVersionId), {
    ...paging,
    limit,
    expand: oneRecord((row) => String(row.id)),
  });

/** Those of the subjects that the version still monitors, in one round trip. */
export async function findMonitoredBy(
  store: Store,
  scope: Scope,
  { id, data }: PolicyRecord,
  subjectIds: readonly string[],
): Promise<MonitoredPolicy[]> {
  const found = await findMonitoredOf(store, scope, data.key, subjectIds);
  return found.filter(({ policyVersionId }) => policyVersionId === id);
}
