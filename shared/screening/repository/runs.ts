import { hash } from 'node:crypto';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { placeAt, positionOf } from '#shared/platform/ids.ts';
import { type Collection, keyIn, partitionsOf } from '#shared/platform/store/collection.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { KeptRun as Kept, type KeptRun } from '../kept-run.ts';
import type { RunStatus } from '../run.ts';

/**
 * A run holds all its matches, which may be a thousand, compressed in one row and further parts. Lists
 * go through narrow pointers: one set for all runs, one per status, risk subject and session.
 */
export const runsOf = (scope: Scope): Collection => ({
  table: 'screening',
  name: `${scopeKey(scope)}#screening-runs`,
});

export const runPartsOf = (scope: Scope, id: string) => `${scopeKey(scope)}#run-parts#${id}`;

export interface RunFilter {
  status?: RunStatus | undefined;
  riskSubjectId?: string | undefined;
  sessionId?: string | undefined;
}

/** The narrowest listing that holds every run a filter can mean. */
export function listingFor(scope: Scope, filter: RunFilter): Collection {
  const narrow = Object.entries({
    ...{ subject: filter.riskSubjectId, session: filter.sessionId, status: filter.status },
  }).find(([, value]) => value !== undefined);
  const of = narrow ? `${narrow[0]}#${narrow[1]}` : 'all';
  return { table: 'screening', name: `${scopeKey(scope)}#runs-listed#${of}` };
}

const listingsOf = (scope: Scope, { run }: KeptRun): Collection[] => [
  listingFor(scope, {}),
  listingFor(scope, { status: run.status }),
  ...(run.riskSubjectId ? [listingFor(scope, { riskSubjectId: run.riskSubjectId })] : []),
  ...(run.sessionId ? [listingFor(scope, { sessionId: run.sessionId })] : []),
];

/** An id that leads to its run: it has the run's place, and the rest is the match's own. */
export function matchIdOf(runId: string, number: number): string {
  const digest = hash('sha256', `${runId}\n${number}`, 'buffer');
  digest[0] = 0x80 | ((digest[0] ?? 0) & 0x3f);
  const tail = digest.subarray(0, 8).toString('hex');
  return `${runId.slice(0, 19)}${tail.slice(0, 4)}-${tail.slice(4)}`;
}

const partWrites = (scope: Scope, id: string, parts: readonly Uint8Array[]): Write[] =>
  parts.map((packed, index): Write => {
    return { table: 'screening', put: { pk: runPartsOf(scope, id), sk: String(index), packed } };
  });

const rowOf = (scope: Scope, kept: KeptRun, revision: number) => {
  const [packed, ...rest] = pack(kept);
  const { id, riskSubjectId, sessionId, status } = kept.run;
  const row: Item = {
    ...keyIn(runsOf(scope), id),
    ...{ id, status, riskSubjectId, sessionId, revision, packed, parts: rest.length },
  };
  return { row, rest };
};

const pointer = (listing: Collection, id: string): Item => ({ ...keyIn(listing, id), id });

export function createRun(scope: Scope, kept: KeptRun): Write[] {
  const { row, rest } = rowOf(scope, kept, 1);
  return [
    { table: 'screening', put: row, when: 'absent' },
    ...partWrites(scope, kept.run.id, rest),
    ...listingsOf(scope, kept).map((listing): Write => {
      return { table: 'screening', put: pointer(listing, kept.run.id) };
    }),
  ];
}

export interface FoundRun {
  kept: KeptRun;
  revision: number;
}

/** The run as it is now, provided nobody changed it meanwhile. */
export function replaceRun(scope: Scope, before: FoundRun, after: KeptRun): Write[] {
  const { row, rest } = rowOf(scope, after, before.revision + 1);
  const { id, status } = before.kept.run;
  const hasMoved = status !== after.run.status;
  return [
    { table: 'screening', put: row, when: { id, revision: before.revision } },
    ...partWrites(scope, id, rest),
    ...(hasMoved
      ? ([
          { table: 'screening', remove: keyIn(listingFor(scope, { status }), id) },
          {
            table: 'screening',
            put: pointer(listingFor(scope, { status: after.run.status }), id),
          },
        ] satisfies Write[])
      : []),
  ];
}

async function runIn(store: Store, scope: Scope, row: Item): Promise<FoundRun> {
  const pk = runPartsOf(scope, String(row.id));
  const reads = Array.from({ length: Number(row.parts) }, (_, index) => ({
    table: 'screening' as const,
    key: { pk, sk: String(index) },
  }));
  const rest = reads.length > 0 ? await store.getMany(reads) : [];
  const bytes = [row, ...rest].map((part) => part?.packed as Uint8Array);
  return { kept: Kept.parse(unpack(bytes)), revision: Number(row.revision) };
}

export async function findRun(store: Store, scope: Scope, id: string) {
  const row = await store.get('screening', keyIn(runsOf(scope), id));
  return row?.id === id ? runIn(store, scope, row) : undefined;
}

export async function findRunOfMatch(store: Store, scope: Scope, matchId: string) {
  const row = await store.get('screening', keyIn(runsOf(scope), matchId));
  const found = row && (await runIn(store, scope, row));
  return found?.kept.run.matches.some(({ id }) => id === matchId) ? found : undefined;
}

/** Ids of a listing's runs, the newest first, from before a position on. */
export async function newestRunIds(
  store: Store,
  listing: Collection,
  { before, limit }: { before: number; limit: number },
): Promise<string[]> {
  const pages = await Promise.all(
    partitionsOf(listing).map((pk) => newestIn(store, pk, { before, limit })),
  );
  return pages
    .flat()
    .sort((a, b) => positionOf(b) - positionOf(a))
    .slice(0, limit);
}

async function newestIn(
  store: Store,
  pk: string,
  { before, limit }: { before: number; limit: number },
): Promise<string[]> {
  const range = Number.isFinite(before) ? { before: placeAt(before).place } : {};
  const { items } = await store.query('screening', { pk, ...range, limit, descending: true });
  return items.map(({ id }) => String(id));
}

export async function readRuns(
  store: Store,
  scope: Scope,
  ids: readonly string[],
): Promise<KeptRun[]> {
  const reads = ids.map((id): { table: 'screening'; key: Key } => ({
    table: 'screening',
    key: keyIn(runsOf(scope), id),
  }));
  const rows = await store.getMany(reads);
  const found = await Promise.all(rows.map((row) => row && runIn(store, scope, row)));
  return found.flatMap((one) => (one ? [one.kept] : []));
}
