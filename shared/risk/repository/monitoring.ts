import * as z from 'zod';
import { type Scope, ScopeParts } from '#shared/platform/caller.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { Monitoring, type MonitoringRecord } from '../monitoring.ts';
import { statePartition } from './subject-state.ts';

/**
 * Which policies watch a subject, in the partition of its state. Every change of a row moves its
 * revision on and is refused when somebody else was quicker, so each of them knows what it changes.
 */
export const Monitored = Monitoring.extend({
  id: z.uuid(),
  ...ScopeParts,
  revision: z.number(),
  /** Who is checking it. The time the row is due is then the time the lease ends. */
  lease: z.string().nullable(),
  refusedRevision: z.number().nullable(),
  dueAt: z.string().optional(),
});
export type Monitored = z.infer<typeof Monitored>;

const PREFIX = 'monitoring#';
/** Sorts behind every key that begins with the prefix, and is none itself. */
const BEHIND = 'monitoring$';

const keyOf = (scope: Scope, of: Pick<Monitored, 'subjectId' | 'policyKey'>): Key => ({
  pk: statePartition(scope, of.subjectId),
  sk: PREFIX + of.policyKey,
});

export async function listMonitored(
  store: Store,
  scope: Scope,
  subjectId: string,
): Promise<Monitored[]> {
  const pk = statePartition(scope, subjectId);
  const { items } = await store.query('risk', { pk, from: PREFIX, upTo: BEHIND });
  return items.map((row) => Monitored.parse(row));
}

export async function findMonitored(
  store: Store,
  scope: Scope,
  of: Pick<Monitored, 'subjectId' | 'policyKey'>,
): Promise<Monitored | undefined> {
  const row = await store.get('risk', keyOf(scope, of));
  return row && Monitored.parse(row);
}

export const presentMonitored = ({ id, ...row }: Monitored): MonitoringRecord => ({
  id,
  resource: 'monitoring',
  data: Monitoring.parse(row),
});

/** As it was configured: nobody has it, and it is due at its next check, if it has one. */
export function saveMonitored(
  before: Monitored | undefined,
  configured: Omit<Monitored, 'revision' | 'lease' | 'dueAt'>,
): Write {
  const { id, nextCheckAt } = configured;
  return {
    table: 'risk',
    put: {
      ...keyOf(configured, configured),
      ...configured,
      ...{ revision: (before?.revision ?? 0) + 1, lease: null },
      ...(nextCheckAt && dueOf(id, nextCheckAt)),
    },
    when: before ? { revision: before.revision } : 'absent',
  };
}

const dueOf = (id: string, at: string) => dueAt(new Date(at), id, 'monitoring');

/** Takes the row for a while. Whoever comes later finds another revision and leaves it alone. */
export const leaseMonitored = (row: Monitored, lease: string, until: Date): Write => ({
  table: 'risk',
  update: keyOf(row, row),
  set: { lease, revision: row.revision + 1, ...dueOf(row.id, until.toISOString()) },
  when: { revision: row.revision },
});

/**
 * Tells of new evidence: the row is due now. One that is being checked is due as before, but its holder
 * cannot finish without looking again.
 */
export const wakeMonitored = (row: Monitored, now: Date): Write => ({
  table: 'risk',
  update: keyOf(row, row),
  set: {
    revision: row.revision + 1,
    ...(row.lease === null && dueOf(row.id, now.toISOString())),
  },
  when: { revision: row.revision },
});

export type Outcome = Pick<
  Monitored,
  'lastError' | 'lastEvaluatedAt' | 'nextCheckAt' | 'refusedRevision'
>;

/** What a check ends with. Refused to a holder who has lost the row, or was told of news. */
export const settleMonitored = (row: Monitored, outcome: Outcome): Write => ({
  table: 'risk',
  update: keyOf(row, row),
  set: {
    ...outcome,
    ...{ lease: null, revision: row.revision + 1 },
    ...(outcome.nextCheckAt && dueOf(row.id, outcome.nextCheckAt)),
  },
  unset: outcome.nextCheckAt ? [] : NOT_DUE,
  when: { lease: row.lease, revision: row.revision },
});
