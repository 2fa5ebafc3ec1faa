import { hash } from 'node:crypto';
import { Problem } from '@assay/foundation';
import { checkNotErased, erasureRead } from '#shared/identity/index.ts';
import { type Scope, serviceCaller } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { derivedId, msOf, positionAt } from '#shared/platform/ids.ts';
import { logDefect, logDependencyFailure, measureOldestDue } from '#shared/platform/log.ts';
import { isOutage } from '#shared/platform/outage.ts';
import { listWantedEvents, type RecordedEvent } from '#shared/platform/store/history.ts';
import { StoreUnavailable, TransactionRefused } from '#shared/platform/store/store.ts';
import { type AuditRoot, findOverrides, findRoot, findRootOver, settledUntil } from '#shared/risk/index.ts';
import { commitAs } from '#shared/worker.ts';
import {
  candidateIn,
  DECISION_EVENTS,
  DRAW_RULE,
  type Drawn,
  type DrawnSummary,
  draw,
  type Period,
  type PlanInForce,
  readFrom,
  resultDigest,
  seedOf,
} from '../draw.ts';
import { samplesDrawn } from '../events.ts';
import { STREAMS, type Stream } from '../plan.ts';
import {
  advanceDraws,
  closeDraws,
  DrawState,
  leaseDraws,
  readDueDraws,
  readVersions,
  releaseDraws,
} from '../repository/plans.ts';
import { createSample } from '../repository/samples.ts';
import type { StoredSample } from '../sample.ts';

/** Longer than the worker runs. */
const LEASE_SECONDS = 10 * 60;
const LAST_STEP_MS = 60_000;
const RETRY_SECONDS = 30 * 60;
const DAY_SECONDS = 24 * 60 * 60;
/** Roots are sealed between 01:00 and 02:00 UTC. */
const AFTER_SEAL_SECONDS = 2 * 60 * 60 + 5 * 60;

/** Draws for the plans that are due. One that fails does not delay the others. */
export async function drawDueSamples(context: WorkerContext): Promise<void> {
  const { rows, oldestSeconds } = await readDueDraws(context.store, context.clock());
  measureOldestDue('quality', oldestSeconds);
  for (const row of rows) {
    if (context.remainingMs() < LAST_STEP_MS) return;
    try {
      await drawFor({ ...context, now: context.clock() }, DrawState.parse(row));
    } catch (error) {
      // Due again when its lease ends.
      const isOutside = error instanceof Problem || error instanceof StoreUnavailable || isOutage(error);
      (isOutside ? logDependencyFailure : logDefect)('drawSamples', context.requestId, error);
    }
  }
}

/**
 * Draws with every root that was sealed since the last draw, the oldest first. Samples have ids that follow from the draw, and the
 * root counts as drawn once all exist: a worker may die between any two writes, and run twice.
 */
export async function drawFor(context: WorkerContext, found: DrawState): Promise<void> {
  const { store, now } = context;
  const until = addSeconds(now, LEASE_SECONDS).toISOString();
  if (!(await store.writeOne(leaseDraws(found, until)))) return;
  const erased = erasureRead(found.organizationId);
  if (await store.get(erased.table, erased.key)) {
    await store.writeOne(closeDraws(found));
    return;
  }
  const versions = await readVersions(store, found);
  let state: DrawState = found;
  let root: AuditRoot | undefined;
  let last: AuditRoot | undefined;
  while (context.remainingMs() >= LAST_STEP_MS) {
    root = await findRootOver(store, state, state.drawnSize);
    if (!root) break;
    last = root;
    if (!(await drawWith(context, state, { root, versions }))) return;
    state = { ...state, drawnSize: root.treeSize };
  }
  // A day without events has no root: whether one is still to come is not known.
  const isUpToDate = last !== undefined && root === undefined && Date.parse(last.upTo) >= settledUntil(now).getTime();
  const next = isUpToDate
    ? addSeconds(settledUntil(now), DAY_SECONDS + AFTER_SEAL_SECONDS)
    : addSeconds(now, root ? 0 : RETRY_SECONDS);
  await store.writeOne(releaseDraws(state, until, next));
}

interface Draw {
  root: AuditRoot;
  versions: readonly PlanInForce[];
}

/** False if another worker has drawn with this root. */
async function drawWith(context: WorkerContext, state: DrawState, { root, versions }: Draw): Promise<boolean> {
  const { store } = context;
  const previous = root.previousTreeSize === 0 ? undefined : await findRoot(store, state, root.previousTreeSize);
  const firstPlanMs = versions[0] ? msOf(versions[0].eventId) : 0;
  const period = {
    fromMs: Math.max(previous ? Date.parse(previous.upTo) : 0, firstPlanMs),
    toMs: Date.parse(root.upTo),
  };
  const seed = seedOf(root);
  const events = await decisionsIn(context, state, period);
  const candidates = [...events.values()].flatMap((event) => candidateIn(event) ?? []);
  const { considered, drawn } = draw(candidates, { seed, period, versions });
  for (const [index, one] of drawn.entries()) {
    const event = events.get(one.eventId);
    if (event) await addSample(context, state, await sampleOf(context, state, { one, index, event, root, seed }));
  }
  if (considered.length === 0) return store.writeOne(advanceDraws(state, root.treeSize));
  const summary: DrawnSummary = {
    rule: DRAW_RULE,
    treeSize: root.treeSize,
    root: root.root,
    seed,
    from: new Date(period.fromMs).toISOString(),
    to: root.upTo,
    considered: countsOf(considered),
    drawn: countsOf(drawn),
    digest: resultDigest(drawn),
  };
  return record(context, state, root, summary);
}

async function record(
  context: WorkerContext,
  state: DrawState,
  root: AuditRoot,
  summary: DrawnSummary,
): Promise<boolean> {
  const isTaken = () => new Problem(409, 'drawn', 'Another worker has drawn.');
  try {
    await commitAs(context, serviceCaller(state, 'quality'), async () => ({
      writes: [
        { ...advanceDraws(state, root.treeSize), otherwise: isTaken },
        { ...checkNotErased(state.organizationId), otherwise: isTaken },
      ],
      events: [samplesDrawn(root.id, summary)],
      result: undefined,
    }));
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'drawn') return false;
    throw error;
  }
}

async function decisionsIn(
  { store }: WorkerContext,
  scope: Scope,
  period: Period,
): Promise<Map<string, RecordedEvent>> {
  const found = new Map<string, RecordedEvent>();
  const bounds = {
    first: Math.max(1, positionAt(new Date(readFrom(period)))),
    last: positionAt(new Date(period.toMs)) - 1,
  };
  const isWanted = ({ type }: RecordedEvent) => DECISION_EVENTS.includes(type);
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof listWantedEvents>> = await listWantedEvents(store, scope, {
      offset,
      isWanted,
      bounds,
    });
    for (const event of page.items) found.set(event.id, event);
    offset = page.nextOffset;
  }
  return found;
}

const countsOf = (decisions: readonly Drawn[]) =>
  Object.fromEntries(
    STREAMS.map((stream) => [stream, decisions.filter((one) => one.stream === stream).length]),
  ) as Record<Stream, number>;

interface DrawnDecision {
  one: Drawn;
  /** Its number within the draw. */
  index: number;
  event: RecordedEvent;
  root: AuditRoot;
  seed: string;
}

async function sampleOf(
  { store }: WorkerContext,
  scope: Scope,
  { one, index, event, root, seed }: DrawnDecision,
): Promise<StoredSample> {
  // A millisecond of its own, so that no two samples are at the same place.
  const id = derivedId(hash('sha256', `${seed} sample ${event.id}`, 'buffer'), Date.parse(root.sealedAt) + index);
  const { proposedBy } = event.details ?? {};
  return {
    id,
    revision: 1,
    stream: one.stream,
    blind: one.plan.blind,
    planVersion: one.plan.version,
    treeSize: root.treeSize,
    drawnAt: root.sealedAt,
    first: {
      eventId: event.id,
      reason: event.reason,
      decidedBy: event.actor,
      proposedBy: typeof proposedBy === 'string' ? proposedBy : null,
      decidedAt: event.occurredAt,
      subjectId: event.subjectId,
      control: one.isControl,
      ...(await decisionOf(store, scope, event)),
    },
    claim: null,
    former: [],
    review: null,
  };
}

async function decisionOf(
  store: WorkerContext['store'],
  scope: Scope,
  { type, resourceId, details }: RecordedEvent,
): Promise<Pick<StoredSample['first'], 'decision' | 'about'>> {
  if (type === 'screening.match.decided')
    return { decision: String(details?.decision), about: { matchId: String(details?.matchId), runId: resourceId } };
  if (type === 'risk.action.transitioned') return { decision: String(details?.to), about: { actionId: resourceId } };
  const [override] = await findOverrides(store, scope, [resourceId]);
  if (!override) throw new Error('An override with an event in the history does not exist.');
  const { decision, assessmentId } = override.data;
  return { decision, about: { overrideId: resourceId, assessmentId } };
}

/** Does nothing if an earlier run has added it. */
async function addSample({ store, newId }: WorkerContext, scope: Scope, sample: StoredSample): Promise<void> {
  try {
    await store.transact(createSample(scope, sample), newId());
  } catch (error) {
    const isThere = error instanceof TransactionRefused && error.reasons[0]?.current?.id === sample.id;
    if (!isThere) throw error;
  }
}
