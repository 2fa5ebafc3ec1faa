import { conflict, notFound } from '@assay/foundation';
import { principalOf, type Scope } from '#shared/platform/caller.ts';
import type { Change, Hint, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { readSubject } from '#shared/risk/index.ts';
import { watchEvent } from '../events.ts';
import { WATCHES } from '../limits.ts';
import { findWatchScope, storeWatchScope, type WatchScope, wakeWatchScope } from '../repository/watch-scopes.ts';
import { readWatchRow, replaceWatch, staleVersion, storeWatch, type WatchRow } from '../repository/watches.ts';
import { resolvePolicy } from '../use-cases/resolve-policy.ts';
import { requireKnownLists } from '../use-cases/unknown-keys.ts';
import type { NewWatch, ScreeningWatch, StoredWatch } from '../watch.ts';
import { presentWatch } from './present-watch.ts';
import { newKeyPair, sealSubject } from './watch-keys.ts';
import { watchMessage } from './watch-message.ts';

/** What a watch is made of, for one customer or a row of a batch. */
export interface WatchOrder {
  subject: unknown;
  sources?: string[] | null | undefined;
  reviewScore?: number | null | undefined;
  matchScore?: number | null | undefined;
  pepLookbackMonths?: number | null | undefined;
  profileKey?: string | null | undefined;
  riskSubjectId?: string | null | undefined;
  reference?: string | null | undefined;
}

/** What the request states, apart from the subject. */
const settingsOf = (asked: WatchOrder) => ({
  sources: asked.sources ?? null,
  reviewScore: asked.reviewScore ?? null,
  matchScore: asked.matchScore ?? null,
  pepLookbackMonths: asked.pepLookbackMonths ?? null,
  profileKey: asked.profileKey ?? null,
  riskSubjectId: asked.riskSubjectId ?? null,
  reference: asked.reference ?? null,
});

/** Refuses what no screening could do, while the caller is there to read it. */
async function assertScreenable(context: Context, asked: NewWatch): Promise<void> {
  const { sources } = await resolvePolicy(context, asked);
  await requireKnownLists(context, sources);
  if (asked.riskSubjectId) await readSubject(context, asked.riskSubjectId);
}

/** The keys of the organization and mode, made with its first watch. */
export async function scopeFor({
  store,
  caller,
  now,
  newId,
}: Context): Promise<Pick<WatchScope, 'publicKey' | 'state'> & { writes: Write[] }> {
  const found = await findWatchScope(store, caller);
  if (found) return { ...found, writes: [] };
  const keys = await newKeyPair(caller);
  const first = storeWatchScope(caller, { ...keys, id: newId(), now });
  return { publicKey: keys.publicKey, state: NOTHING, writes: [first] };
}

const NOTHING: WatchScope['state'] = {
  sources: [],
  verifiedAt: null,
  rules: null,
  profiles: [],
  lists: [],
  target: null,
  anew: null,
  count: 0,
};

/** Prompt, but not needed: the tick finds the organization again. */
export const wake =
  (store: Store, scope: Scope, now: Date): Hint =>
  async () => {
    const found = await findWatchScope(store, scope);
    if (found) await store.writeOne(wakeWatchScope(found, now));
    await sendMessages('watchTurns', [watchMessage(scope)]);
  };

export async function createWatch(context: Context, asked: NewWatch): Promise<Change<ScreeningWatch>> {
  const { store, caller, now, newId } = context;
  await assertScreenable(context, asked);
  const { publicKey, state, writes } = await scopeFor(context);
  if (state.count >= WATCHES) throw tooManyWatches();
  const { watch, ...change } = newWatch(context, asked, { id: newId(), publicKey });
  return {
    writes: [...writes, ...change.writes],
    events: change.events,
    hints: [wake(store, caller, now)],
    result: presentWatch(watch, state),
  };
}

export const tooManyWatches = () => conflict('too_many_watches', `The mode has ${WATCHES} watches.`);

/** A watch that waits to be screened. */
export function newWatch(
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  asked: WatchOrder,
  { id, publicKey }: { id: string; publicKey: Uint8Array },
) {
  const at = now.toISOString();
  const watch: StoredWatch = {
    id,
    version: 1,
    ...settingsOf(asked),
    createdBy: principalOf(caller),
    createdAt: at,
    updatedAt: at,
    isPending: true,
    result: null,
    profile: null,
    lists: [],
    problem: null,
  };
  const row: WatchRow = {
    watch,
    revision: 1,
    sealed: sealSubject(caller, id, publicKey, asked.subject),
    terms: [],
    indexedBy: undefined,
    outcome: undefined,
    isAsked: false,
    dueAt: now,
  };
  return { watch, writes: storeWatch(caller, row), events: [watchEvent('created', watch)] };
}

/** Customer data, lists and scores as they are now. The watch keeps its last result until it has been screened again. */
export async function changeWatch(
  context: Context,
  id: string,
  { expectedVersion, ...asked }: NewWatch & { expectedVersion?: number | undefined },
): Promise<Change<ScreeningWatch>> {
  const { store, caller, now } = context;
  const before = await readWatchRow(store, caller, id);
  const { version } = before.watch;
  if (expectedVersion !== undefined && expectedVersion !== version) throw staleVersion();
  await assertScreenable(context, asked);
  const scope = await findWatchScope(store, caller);
  if (!scope) throw notFound('watch');
  const watch: StoredWatch = {
    ...before.watch,
    ...settingsOf(asked),
    version: version + 1,
    updatedAt: now.toISOString(),
    isPending: true,
    problem: null,
  };
  const sealed = sealSubject(caller, id, scope.publicKey, asked.subject);
  const after = { ...before, watch, sealed, dueAt: now };
  return {
    writes: replaceWatch(caller, before, after),
    events: [watchEvent('updated', watch)],
    hints: [wake(store, caller, now)],
    result: presentWatch(watch, scope.state),
  };
}

/** Screens it soon, and records a run also if the outcome is the same. */
export async function askForRun(context: Context, id: string): Promise<Change<ScreeningWatch>> {
  const { store, caller, now } = context;
  const before = await readWatchRow(store, caller, id);
  const scope = await findWatchScope(store, caller);
  if (!scope) throw notFound('watch');
  const watch = { ...before.watch, isPending: true, problem: null };
  return {
    writes: replaceWatch(caller, before, { ...before, watch, isAsked: true, dueAt: now }),
    events: [watchEvent('run_requested', watch)],
    hints: [wake(store, caller, now)],
    result: presentWatch(watch, scope.state),
  };
}

/** The customer data is gone at once; the worker removes the terms, which say nothing without the key. */
export async function deleteWatch(context: Context, id: string): Promise<Change<undefined>> {
  const { store, caller, now } = context;
  const before = await readWatchRow(store, caller, id);
  const watch = { ...before.watch, riskSubjectId: null, reference: null, result: null };
  const after: WatchRow = { ...before, watch, sealed: undefined, outcome: undefined, isAsked: false, dueAt: now };
  return {
    writes: replaceWatch(caller, before, after),
    events: [watchEvent('deleted', before.watch)],
    hints: [wake(store, caller, now)],
    result: undefined,
  };
}
