import * as z from 'zod';
import { Mode, type Scope, ScopeParts } from '#shared/platform/caller.ts';
import { type DueRows, dueAt, isStillDue, NOT_DUE, readDue } from '#shared/platform/store/due.ts';
import { takeLease } from '#shared/platform/store/lease.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { readStoredProposals } from '#shared/platform/stored-proposals.ts';
import type { PlanInForce } from '../draw.ts';
import { NO_PLAN, Plan, PlanContent, PlanProposal } from '../plan.ts';
import { planPartition } from './partitions.ts';

const keyOf = (scope: Scope, sk: string): Key => ({ pk: planPartition(scope), sk });
const CURRENT = 'current';
const VERSIONS = 'version#';
const VERSION_DIGITS = 9;
const versionKey = (scope: Scope, version: number) =>
  keyOf(scope, VERSIONS + String(version).padStart(VERSION_DIGITS, '0'));

export async function readPlan(store: Store, scope: Scope): Promise<Plan> {
  const row = await store.get('risk', keyOf(scope, CURRENT));
  return row ? Plan.parse(row) : NO_PLAN;
}

/** Versions are never changed: every decision is drawn by the one that was in force when it was made. */
export const savePlan = (scope: Scope, plan: Plan, eventId: string): Write[] => [
  {
    table: 'risk',
    put: { ...keyOf(scope, CURRENT), ...plan },
    when: plan.version === 1 ? 'absent' : { version: plan.version - 1 },
  },
  { table: 'risk', put: { ...versionKey(scope, plan.version), ...plan, eventId }, when: 'absent' },
];

const StoredVersion = PlanContent.extend({ version: z.number(), eventId: z.string() });

/** All versions, oldest first. People change plans rarely. */
export async function readVersions(store: Store, scope: Scope): Promise<PlanInForce[]> {
  const versions: PlanInForce[] = [];
  for (let after = VERSIONS; ; ) {
    const { items, more } = await store.query('risk', { pk: planPartition(scope), from: after, upTo: `${VERSIONS}~` });
    versions.push(
      ...items.map((row) => {
        const { eventId, ...plan } = StoredVersion.parse(row);
        return { eventId, plan };
      }),
    );
    const last = items.at(-1);
    if (!more || !last) return versions;
    after = `${last.sk}\u0000`;
  }
}

export const readPlanProposals = (store: Store, scope: Scope) =>
  readStoredProposals(store, { table: 'risk', key: keyOf(scope, 'proposals') }, PlanProposal);

/** How far decisions have been drawn: up to which root of the audit log. Created with the first plan. */
export const DrawState = z.object({
  ...ScopeParts,
  mode: Mode,
  id: z.uuid(),
  drawnSize: z.number(),
  /** While a worker has it, the end of its lease. */
  dueAt: z.string().optional(),
});
export type DrawState = z.infer<typeof DrawState>;

const stateKey = (scope: Scope) => keyOf(scope, 'draws');

export const createDraws = (
  { organizationId, mode }: Scope,
  id: string,
  { drawnSize, at }: { drawnSize: number; at: Date },
): Write => ({
  table: 'risk',
  put: { ...stateKey({ organizationId, mode }), organizationId, mode, id, drawnSize, ...dueAt(at, id, 'quality') },
  when: 'absent',
});

export async function findDraws(store: Store, scope: Scope): Promise<DrawState | undefined> {
  const row = await store.get('risk', stateKey(scope));
  return row && DrawState.parse(row);
}

const STATES = 50;

export async function readDueDraws(
  store: Store,
  now: Date,
): Promise<{ rows: Item[] } & Pick<DueRows, 'oldestSeconds'>> {
  const { rows, oldestSeconds } = await readDue(store, 'risk', { now, limit: STATES, line: 'quality' });
  return { rows: rows.filter((row) => isStillDue(row, now)), oldestSeconds };
}

export const leaseDraws = (state: DrawState, until: string): Write =>
  takeLease({ table: 'risk', key: stateKey(state), attribute: 'dueAt' }, { found: state.dueAt, next: until });

export const releaseDraws = (state: DrawState, leasedUntil: string, next: Date): Write => ({
  table: 'risk',
  update: stateKey(state),
  set: { dueAt: next.toISOString() },
  when: { dueAt: leasedUntil },
});

/** Fails if another worker has drawn meanwhile. */
export const advanceDraws = (state: DrawState, drawnSize: number): Write => ({
  table: 'risk',
  update: stateKey(state),
  set: { drawnSize },
  when: { drawnSize: state.drawnSize },
});

export const closeDraws = (state: DrawState): Write => ({
  table: 'risk',
  update: stateKey(state),
  set: {},
  unset: NOT_DUE,
  when: 'present',
});
