import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { TransactionRefused, type Write } from '#shared/platform/store/store.ts';
import { OPEN } from '../action.ts';
import type { Commit } from '../commit-row.ts';
import { DAY_COUNTERS_SECONDS } from '../limits.ts';
import { type CountedQuality, decidedWithin, firstCounted, labelOf, qualityDifference } from '../quality-counts.ts';
import { assessmentsOf } from '../repository/about-subject.ts';
import { findActionRow } from '../repository/actions.ts';
import {
  advanceHead,
  type Head,
  lastUpTo,
  nextOf,
  previousOf,
  putCountedQuality,
  type QualityOf,
  readCounted,
  readHead,
} from '../repository/assessment-quality.ts';
import { activeOutcomes, findOutcomes } from '../repository/outcomes.ts';
import { findOverrides } from '../repository/overrides.ts';
import { addToQuality } from '../repository/policy-counters.ts';
import { readLatestAssessments } from '../repository/subject-state.ts';

type Facts = Partial<Pick<CountedQuality, 'isOverridden' | 'decidedIn'>>;

const ATTEMPTS = 10;

/**
 * Brings the quality of policies up to date with a commit. It compares what an assessment counts as with what it was counted
 * as, so it may run any number of times, late, and in any order.
 */
export async function countQuality(context: WorkerContext, { scope, events }: Commit): Promise<void> {
  for (const event of events) await OF_EVENTS[event.type]?.(context, scope, event);
}

type CountEvent = (context: WorkerContext, scope: Scope, event: RecordedEvent) => Promise<void>;

const OF_EVENTS: Record<string, CountEvent> = {
  'risk.assessment.created': (context, scope, { resourceId, subjectId }) =>
    countAssessment(context, scope, { id: resourceId, subjectId: z.string().parse(subjectId) }, {}),
  'risk.override.created': countOverride,
  'risk.action.transitioned': countDecision,
  'risk.outcome.recorded': countOutcome,
  'risk.outcome.withdrawn': countOutcome,
};

async function countOverride(context: WorkerContext, scope: Scope, { resourceId }: RecordedEvent): Promise<void> {
  const [override] = await findOverrides(context.store, scope, [resourceId]);
  if (!override) return;
  const { assessmentId, subjectId } = override.data;
  await countAssessment(context, scope, { id: assessmentId, subjectId }, { isOverridden: true });
}

/** An assessment is decided when none of the actions that it requested is open. They do not open again. */
async function countDecision(context: WorkerContext, scope: Scope, { resourceId }: RecordedEvent): Promise<void> {
  const actions = await findActionRow(context.store, scope, resourceId);
  const [first] = actions;
  if (!first || actions.some(({ status }) => OPEN.includes(status))) return;
  const endedMs = Math.max(...actions.map(({ updatedAt }) => Date.parse(updatedAt)));
  const decidedIn = decidedWithin((endedMs - Date.parse(first.createdAt)) / 1000);
  await countAssessment(context, scope, { id: first.assessmentId, subjectId: first.subjectId }, { decidedIn });
}

async function countAssessment(
  context: WorkerContext,
  scope: Scope,
  { id, subjectId }: { id: string; subjectId: string },
  facts: Facts,
): Promise<void> {
  const { store } = context;
  const [assessment] = await assessmentsOf(store, scope, subjectId, [id]);
  // Erased with its organization.
  if (!assessment) return;
  const of = { subjectId, policyKey: assessment.data.policyKey };
  await untilUnchanged(async () => {
    const { head, counted } = await readCounted(store, scope, of, assessment.data);
    const outcomes = await activeOutcomes(store, scope, subjectId);
    const own = { ...(counted ?? firstCounted(assessment)), ...facts };
    if (outcomes.length === 0) return change(context, scope, of, head, [[counted, own]]);
    const [previous, next] = await Promise.all([previousOf(store, scope, of, own), nextOf(store, scope, of, own)]);
    return change(context, scope, of, head, [
      [counted, { ...own, ...labelOf(own, next, outcomes) }],
      // Outcomes since this assessment labelled the one before it, as long as this one was not counted.
      ...(previous ? [[previous, { ...previous, ...labelOf(previous, own, outcomes) }] as const] : []),
    ]);
  });
}

async function countOutcome(context: WorkerContext, scope: Scope, { resourceId }: RecordedEvent): Promise<void> {
  const { store } = context;
  const [outcome] = await findOutcomes(store, scope, [resourceId]);
  if (!outcome) return;
  const { subjectId, occurredAt } = outcome.data;
  const { latest } = await readLatestAssessments(store, scope, subjectId);
  for (const policyKey of latest.keys()) {
    const of = { subjectId, policyKey };
    await untilUnchanged(async () => {
      const head = await readHead(store, scope, of);
      const labelled = await lastUpTo(store, scope, of, occurredAt);
      // Advances the head in any case: a worker that counts the assessment may have read the outcomes before this one.
      if (!labelled) return store.transact([advanceHead(scope, of, head)], context.newId());
      const [next, outcomes] = await Promise.all([
        nextOf(store, scope, of, labelled),
        activeOutcomes(store, scope, subjectId),
      ]);
      const after = { ...labelled, ...labelOf(labelled, next, outcomes) };
      const writes = countingOf(context, scope, of, labelled, after);
      return store.transact([advanceHead(scope, of, head), ...writes], context.newId());
    });
  }
}

type CountedChange = readonly [before: CountedQuality | undefined, after: CountedQuality];

/** One transaction for each assessment. A worker that is killed between two of them comes again, and finds what is left. */
async function change(
  context: WorkerContext,
  scope: Scope,
  of: QualityOf,
  head: Head,
  changes: readonly CountedChange[],
): Promise<void> {
  let current = head;
  for (const [before, after] of changes) {
    const writes = countingOf(context, scope, of, before, after);
    if (writes.length === 0) continue;
    await context.store.transact([advanceHead(scope, of, current), ...writes], context.newId());
    current = (current ?? 0) + 1;
  }
}

/** The row of an assessment with its counters; nothing if it counts as before. */
function countingOf(
  { now }: WorkerContext,
  scope: Scope,
  of: QualityOf,
  before: CountedQuality | undefined,
  after: CountedQuality,
): Write[] {
  const counts = qualityDifference(before, after);
  if (counts.length === 0) return [];
  const { assessmentId: id, evaluatedAt } = after;
  const isStored = Date.parse(evaluatedAt) / 1000 + DAY_COUNTERS_SECONDS > now.getTime() / 1000;
  const day = evaluatedAt.slice(0, 'YYYY-MM-DD'.length);
  return [
    putCountedQuality(scope, of, after),
    ...(isStored ? addToQuality(scope, { policyKey: of.policyKey, id, day }, counts) : []),
  ];
}

/** Again, if another worker has changed the same meanwhile. */
async function untilUnchanged(attempt: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransactionRefused) || attempts === ATTEMPTS) throw error;
    }
}
