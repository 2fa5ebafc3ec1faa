import * as z from 'zod';
import { type Scope, ScopeParts } from '#shared/platform/caller.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import { type LeasedRow, takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { Monitoring, type MonitoringRecord } from '../monitoring.ts';
import { ReviewState } from '../review.ts';
import { statePartition } from './subject-state.ts';

/**
 * Policies that monitor a subject, in the partition of the subject's state. Every write increments
 * the revision and is conditional on it (optimistic locking), so a writer never overwrites a change
 * it has not read.
 */
export const MonitoredPolicy = Monitoring.extend({
  id: z.uuid(),
  ...ScopeParts,
  revision: z.number(),
  /**
   * Worker that is checking the policy. While it is set, the due time of the row is the end of the
   * lease.
   */
  lease: z.string().nullable(),
  refusedRevision: z.number().nullable(),
  review: ReviewState.optional(),
  dueAt: z.string().optional(),
});
export type MonitoredPolicy = z.infer<typeof MonitoredPolicy>;

const PREFIX = 'monitoring#';
/** Sorts after every key with the prefix, and is not a key itself. */
const PREFIX_END = 'monitoring$';

const keyOf = (scope: Scope, of: Pick<MonitoredPolicy, 'subjectId' | 'policyKey'>): Key => ({
  pk: statePartition(scope, of.subjectId),
  sk: PREFIX + of.policyKey,
});

export async function listMonitored(store: Store, scope: Scope, subjectId: string): Promise<MonitoredPolicy[]> {
  const pk = statePartition(scope, subjectId);
  const { items } = await store.query('risk', { pk, from: PREFIX, upTo: PREFIX_END });
  return items.map((row) => MonitoredPolicy.parse(row));
}

export async function findMonitored(
  store: Store,
  scope: Scope,
  of: Pick<MonitoredPolicy, 'subjectId' | 'policyKey'>,
): Promise<MonitoredPolicy | undefined> {
  const row = await store.get('risk', keyOf(scope, of));
  return row && MonitoredPolicy.parse(row);
}

/** The same of several subjects, in one round trip. Subjects that the policy does not monitor are left out. */
export async function findMonitoredOf(
  store: Store,
  scope: Scope,
  policyKey: string,
  subjectIds: readonly string[],
): Promise<MonitoredPolicy[]> {
  const keys = subjectIds.map((subjectId) => keyOf(scope, { subjectId, policyKey }));
  const rows = await store.getMany(keys.map((key) => ({ table: 'risk' as const, key })));
  return rows.flatMap((row) => (row ? [MonitoredPolicy.parse(row)] : []));
}

export const presentMonitored = ({ id, review, ...row }: MonitoredPolicy): MonitoringRecord => ({
  id,
  resource: 'monitoring',
  data: Monitoring.parse({ ...row, ...(review && presentReview(review)) }),
});

const presentReview = ({ dueAt: reviewDueAt, reason: reviewReason, requested }: ReviewState) => ({
  reviewDueAt,
  reviewReason,
  ...(requested && { reviewActionIds: requested.actionIds, reviewOverdueAt: requested.overdueAt }),
});

/** Stores a configuration: without a lease, and due at the next check, if there is one. */
export function saveMonitored(
  before: MonitoredPolicy | undefined,
  configured: Omit<MonitoredPolicy, 'revision' | 'lease' | 'dueAt'>,
): Write {
  const { id, nextCheckAt } = configured;
  return {
    table: 'risk',
    put: {
      ...keyOf(configured, configured),
      ...configured,
      revision: (before?.revision ?? 0) + 1,
      lease: null,
      ...(nextCheckAt && dueOf(id, nextCheckAt)),
    },
    when: before ? { revision: before.revision } : 'absent',
  };
}

const dueOf = (id: string, at: string) => dueAt(new Date(at), id, 'monitoring');

/** Leases the row. Another worker finds a different revision and skips it. */
export const leaseMonitored = (row: MonitoredPolicy, lease: string, until: Date): Write =>
  takeLease(
    leasedRow(row),
    { found: row.lease, next: lease },
    {
      set: { revision: row.revision + 1, ...dueOf(row.id, until.toISOString()) },
      when: { revision: row.revision },
    },
  );

const leasedRow = (row: MonitoredPolicy): LeasedRow => ({
  table: 'risk',
  key: keyOf(row, row),
  attribute: 'lease',
});

/**
 * Makes the row due now because of new evidence. A leased row stays due at the end of its lease,
 * but the holder cannot finish without reading the new state.
 */
export const makeDueNow = (row: MonitoredPolicy, now: Date): Write => ({
  table: 'risk',
  update: keyOf(row, row),
  set: {
    revision: row.revision + 1,
    ...(row.lease === null && dueOf(row.id, now.toISOString())),
  },
  when: { revision: row.revision },
});

export type CheckResult = Pick<MonitoredPolicy, 'lastError' | 'lastEvaluatedAt' | 'nextCheckAt' | 'refusedRevision'> & {
  /** Stays as it is if absent; null if the policy has none. */
  review?: ReviewState | null;
};

/**
 * Stores the result of a check. Refused if the worker has lost the lease, or new evidence arrived.
 */
export const finishCheck = (row: MonitoredPolicy, { review, ...outcome }: CheckResult): Write =>
  writeWhileHeld(leasedRow(row), row.lease, {
    set: {
      ...outcome,
      ...(review && { review }),
      lease: null,
      revision: row.revision + 1,
      ...(outcome.nextCheckAt && dueOf(row.id, outcome.nextCheckAt)),
    },
    unset: [...(outcome.nextCheckAt ? [] : NOT_DUE), ...(review === null ? ['review'] : [])],
    when: { revision: row.revision },
  });

/** Ends the check and pauses monitoring, until it is configured again. */
export const pauseMonitored = (row: MonitoredPolicy, pausedReason: Monitoring['pausedReason']): Write =>
  writeWhileHeld(leasedRow(row), row.lease, {
    set: { enabled: false, pausedReason, nextCheckAt: null, lease: null, revision: row.revision + 1 },
    unset: NOT_DUE,
    when: { revision: row.revision },
  });
