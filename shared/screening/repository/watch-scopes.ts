import * as z from 'zod';
import { Mode, type Scope, scopeKey } from '#shared/platform/caller.ts';
import { dueAt, partitionsOfLine } from '#shared/platform/store/due.ts';
import type { Lease, LeasedRow } from '#shared/platform/store/lease.ts';
import { takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { RunSource } from '../run.ts';
import type { WatchKeyPair } from '../watches/watch-keys.ts';

/**
 * One row for each organization and mode with watches: its keys, the list versions that all its watches hold for, and the work
 * on the next ones. One worker at a time has its lease. The row is always in the `due` index, by which all of them are found
 * when a list changes.
 */
export const watchScopePartition = (scope: Scope) => `${scopeKey(scope)}#watch-scope`;

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Screens every watch again, from a position on. */
const Anew = z.object({
  sources: z.array(RunSource),
  rules: z.string(),
  offset: z.int(),
  /** Watches screened so far, and the job that shows them. */
  done: z.int(),
  jobId: z.uuid().optional(),
});

/** Screens the watches that a change of lists may concern, in parts of the changed entries. */
const Target = z.object({ sources: z.array(RunSource), part: z.int() });

/** What held at the last moment of a day at which all watches were verified. */
const VerifiedDay = z.object({
  day: z.string(),
  verifiedAt: z.string(),
  count: z.int(),
  failed: z.int(),
  against: z.array(z.object({ key: z.string(), versionId: z.uuid().nullable() })),
});

/** Attestations are made in the night after a day; more are kept should that fail for a while. */
const VERIFIED_DAYS = 10;

/** The state when nothing is left to do, and all watches hold against its sources. */
export function verified(state: WatchState, now: Date): WatchState {
  const verifiedAt = now.toISOString();
  const day = verifiedAt.slice(0, 10);
  const failed = state.failed?.day === day ? state.failed.count : 0;
  const against = state.sources.map(({ key, versionId, missing }) => ({ key, versionId: missing ? null : versionId }));
  const others = (state.days ?? []).filter((one) => one.day !== day);
  const days = [...others, { day, verifiedAt, count: state.count, failed, against }].slice(-VERIFIED_DAYS);
  return { ...state, verifiedAt, days };
}

/** The state after watches could not be screened. Each is tried again a day later, so that a day counts it once. */
export function withFailed(state: WatchState, count: number, now: Date): WatchState {
  if (count === 0) return state;
  const day = now.toISOString().slice(0, 10);
  const before = state.failed?.day === day ? state.failed.count : 0;
  return { ...state, failed: { day, count: before + count } };
}

export const WatchState = z.object({
  /** The lists of all watches, with the versions that their results hold for. */
  sources: z.array(RunSource),
  verifiedAt: z.string().nullable(),
  /** Scorer, term builder and profiles with which all watches were screened. */
  rules: z.string().nullable(),
  /** Profiles that watches name. */
  profiles: z.array(z.string()),
  /** Lists that watches name. */
  lists: z.array(z.string()),
  target: Target.nullable(),
  anew: Anew.nullable(),
  count: z.int(),
  /** The last days on which all were verified. Absent in older rows. */
  days: z.array(VerifiedDay).optional(),
  /** Watches that could not be screened on a day. */
  failed: z.object({ day: z.string(), count: z.int() }).optional(),
});
export type WatchState = z.infer<typeof WatchState>;

const FIRST: WatchState = {
  sources: [],
  verifiedAt: null,
  rules: null,
  profiles: [],
  lists: [],
  target: null,
  anew: null,
  count: 0,
};

const WatchScope = z.object({
  /** Spreads the rows over the shards of the index. */
  id: z.uuid(),
  organizationId: z.string(),
  mode: Mode,
  publicKey: Bytes,
  wrappedKey: Bytes,
  lease: z.string().nullable(),
  state: WatchState,
});
export type WatchScope = z.infer<typeof WatchScope>;

export const watchScopeKey = (scope: Scope): Key => ({ pk: watchScopePartition(scope), sk: 'head' });

const leasedRow = (scope: Scope): LeasedRow => ({ table: 'screening', key: watchScopeKey(scope), attribute: 'lease' });

export const storeWatchScope = (
  scope: Scope,
  { id, now, ...keys }: WatchKeyPair & { id: string; now: Date },
): Write => ({
  table: 'screening',
  put: {
    ...watchScopeKey(scope),
    organizationId: scope.organizationId,
    mode: scope.mode,
    id,
    ...keys,
    lease: null,
    state: FIRST,
    ...dueAt(now, id, 'watches'),
  },
  when: 'absent',
});

export async function findWatchScope(store: Store, scope: Scope): Promise<WatchScope | undefined> {
  const row = await store.get('screening', watchScopeKey(scope));
  return row && WatchScope.parse(row);
}

export const watchScopeIn = (row: Item) => WatchScope.parse(row);

export const leaseWatchScope = (scope: WatchScope, { value, until }: Lease): Write =>
  takeLease(leasedRow(scope), { found: scope.lease, next: value }, { set: { ...dueAt(until, scope.id, 'watches') } });

export const saveWatchState = (scope: Scope, { value }: Lease, state: WatchState): Write =>
  writeWhileHeld(leasedRow(scope), value, { set: { state } });

export const releaseWatchScope = (scope: WatchScope, { value }: Lease, nextAt: Date): Write =>
  writeWhileHeld(leasedRow(scope), value, { set: { lease: null, ...dueAt(nextAt, scope.id, 'watches') } });

/** So that the tick finds the watches of an organization before its next turn. Does nothing while a worker has them. */
export const wakeWatchScope = (scope: WatchScope, now: Date): Write => ({
  table: 'screening',
  update: watchScopeKey(scope),
  set: { ...dueAt(now, scope.id, 'watches') },
  when: { lease: null },
});

/** Every organization and mode with watches. The index is eventually consistent, and a page may end between rows of one time. */
export async function* everyWatchScope(store: Store): AsyncGenerator<Scope[]> {
  for (const pk of partitionsOfLine('watches')) {
    let after: string | undefined;
    do {
      const { items, more } = await store.query('screening', {
        index: 'due',
        pk,
        ...(after !== undefined && { after }),
      });
      if (items.length > 0) yield items.map(scopeInKey);
      after = more ? String(items.at(-1)?.dueAt) : undefined;
    } while (after !== undefined);
  }
}

function scopeInKey({ pk }: Item): Scope {
  const [organizationId = '', mode] = pk.split('#');
  return { organizationId, mode: Mode.parse(mode) };
}

/** Which list versions the tick has already told every organization about. */
const sweepKey: Key = { pk: 'list-sweeps', sk: 'watches' };

export const findSweep = async (store: Store): Promise<string | undefined> => {
  const row = await store.get('screening', sweepKey);
  return row && String(row.versions);
};

export const storeSweep = (versions: string): Write => ({ table: 'screening', put: { ...sweepKey, versions } });
