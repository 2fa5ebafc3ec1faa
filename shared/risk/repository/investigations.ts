import { notFound } from '@assay/foundation';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn } from '#shared/platform/store/collection.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import { type Lease, type LeasedRow, takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { Findings } from '../analyst/finding.ts';
import { Snapshot } from '../analyst/snapshot.ts';
import { Investigation, type InvestigationRecord } from '../investigation.ts';
import { recordsOf } from './collections.ts';
import { packOne, unpackOne } from './one-part.ts';

/**
 * The row of an investigation is listed by the API and leased by workers. Its snapshot is stored in
 * rows of a separate partition, written once with the investigation. Findings are compressed,
 * because fifty of them can be large.
 */
const Stored = Investigation.omit({ findings: true }).extend({
  id: z.uuid(),
  /** Number of attempts that workers have started. */
  attempts: z.number(),
  /** Lease: its end and its holder. A worker that has lost the lease finds another value here. */
  lease: z.string().nullable(),
  /** Number of rows of the snapshot. */
  parts: z.number(),
  newestAssessmentId: z.string().nullable(),
  lastEventId: z.string().nullable(),
});
export type StoredInvestigation = z.infer<typeof Stored> & Pick<Investigation, 'findings'>;

export const snapshotPartsOf = (scope: Scope, id: string) => `${scopeKey(scope)}#investigation-snapshot#${id}`;

const keyOf = (scope: Scope, id: string) => keyIn(recordsOf(scope, 'investigations'), id);

export function createInvestigation(
  scope: Scope,
  { findings, ...investigation }: Omit<StoredInvestigation, 'parts'>,
  snapshot: Snapshot,
  recheckAt: Date,
): Write[] {
  const { id } = investigation;
  const { organizationId, mode } = scope;
  const parts = pack(snapshot);
  const named = { id, resource: 'investigations', organizationId, mode };
  return [
    {
      table: 'risk',
      put: {
        ...keyOf(scope, id),
        ...investigation,
        ...named,
        parts: parts.length,
        ...dueAt(recheckAt, id, 'investigations'),
      },
      when: 'absent',
    },
    ...parts.map((packed, index): Write => {
      const key = { pk: snapshotPartsOf(scope, id), sk: String(index) };
      return { table: 'risk', put: { ...key, packed } };
    }),
  ];
}

const storedInvestigation = (row: Item): StoredInvestigation => ({
  ...Stored.parse(row),
  findings: row.findings === undefined ? [] : Findings.parse(unpackOne(row.findings)),
});

export const investigationIn = (row: Item): InvestigationRecord => {
  const stored = storedInvestigation(row);
  return { id: stored.id, resource: 'investigations', data: Investigation.parse(stored) };
};

export async function findInvestigation(
  store: Store,
  scope: Scope,
  id: string,
): Promise<StoredInvestigation | undefined> {
  const row = await findOwnRow(store, recordsOf(scope, 'investigations'), id);
  return row && storedInvestigation(row);
}

export async function readInvestigation({ store, caller }: Context, id: string): Promise<StoredInvestigation> {
  const investigation = await findInvestigation(store, caller, id);
  if (!investigation) throw notFound('investigation');
  return investigation;
}

export async function readSnapshot(
  store: Store,
  scope: Scope,
  { id, parts }: Pick<StoredInvestigation, 'id' | 'parts'>,
): Promise<Snapshot> {
  const pk = snapshotPartsOf(scope, id);
  const rows = await store.getMany(
    Array.from({ length: parts }, (_, index) => ({
      table: 'risk' as const,
      key: { pk, sk: String(index) },
    })),
  );
  return Snapshot.parse(unpack(rows.map((row) => row?.packed as Uint8Array)));
}

const leasedRow = (scope: Scope, id: string): LeasedRow => ({
  table: 'risk',
  key: keyOf(scope, id),
  attribute: 'lease',
});

export const leaseInvestigation = (
  scope: Scope,
  { id, status, lease, attempts, startedAt }: StoredInvestigation,
  { value, until }: Lease,
  now: Date,
): Write =>
  takeLease(
    leasedRow(scope, id),
    { found: lease, next: value },
    {
      set: {
        status: 'running',
        attempts: attempts + 1,
        startedAt: startedAt ?? now.toISOString(),
        ...dueAt(until, id, 'investigations'),
      },
      when: { id, status },
    },
  );

/** Postpones the investigation, on condition that the worker still holds the lease. */
export const postponeInvestigation = (
  scope: Scope,
  { id }: StoredInvestigation,
  { value: held }: Lease,
  until: Date,
): Write =>
  writeWhileHeld(leasedRow(scope, id), held, {
    set: { lease: `${until.toISOString()} waiting`, ...dueAt(until, id, 'investigations') },
    when: { id },
  });

/** Stores the result, on condition that the worker still holds the lease. */
export const finishInvestigation = (
  scope: Scope,
  { id }: Pick<StoredInvestigation, 'id'>,
  { value: held }: Lease,
  { findings, ...outcome }: Pick<Investigation, 'status' | 'finishedAt' | 'findings' | 'summary' | 'errorCode'>,
): Write =>
  writeWhileHeld(leasedRow(scope, id), held, {
    set: { ...outcome, lease: null, findings: packOne(findings) },
    unset: NOT_DUE,
    when: { id },
  });
