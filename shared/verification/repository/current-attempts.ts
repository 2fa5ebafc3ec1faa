import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Key, Write } from '#shared/platform/store/store.ts';
import { statePartition } from '#shared/risk/index.ts';

/**
 * The current attempt per subject and workflow, of any session and revision. Only this attempt
 * provides evidence for the subject. It is stored in the partition of the subject's state. Every
 * change of its evidence and every newer attempt increments `moves`, so that of two concurrent
 * changes the second is repeated.
 */
const CurrentAttempt = z.object({
  workflowId: z.string(),
  sessionId: z.string(),
  runId: z.string(),
  /** Sources of this attempt so far. Evidence of earlier attempts has been withdrawn. */
  sources: z.array(z.string()),
  /**
   * Facts of its screenings. Their sources are shared: any other screening of the same lists uses
   * the same source.
   */
  screenings: z.array(z.object({ screeningRunId: z.string(), fact: z.string(), source: z.string() })).default([]),
  /** The latest attempts of sessions before this one, newest first. They provide no evidence any more. */
  earlier: z.array(z.object({ sessionId: z.string(), runId: z.string() })).optional(),
  moves: z.number(),
});
export type CurrentAttempt = z.infer<typeof CurrentAttempt>;

const ATTEMPT_PREFIX = 'attempt#';
const EARLIER_SESSIONS = 5;
/** More workflows than verify one subject. */
const MAX_WORKFLOWS = 50;

const keyOf = (scope: Scope, subjectId: string, workflowId: string): Key => ({
  pk: statePartition(scope, subjectId),
  sk: ATTEMPT_PREFIX + workflowId,
});

/** The sessions that a new attempt of this one leaves behind. */
export function earlierSessions(before: CurrentAttempt | undefined, sessionId: string): CurrentAttempt['earlier'] {
  if (!before) return undefined;
  const all = [{ sessionId: before.sessionId, runId: before.runId }, ...(before.earlier ?? [])];
  const others = all.filter((one) => one.sessionId !== sessionId).slice(0, EARLIER_SESSIONS);
  return others.length > 0 ? others : undefined;
}

/** Read before the subject's evidence, so that the evidence is at least as new. */
export async function findCurrentAttempt(
  { store, caller }: Context,
  { subjectId, workflowId }: { subjectId: string; workflowId: string },
): Promise<CurrentAttempt | undefined> {
  const row = await store.get('risk', keyOf(caller, subjectId, workflowId));
  return row && CurrentAttempt.parse(row);
}

/** The current attempts of all workflows. */
export async function listCurrentAttempts({ store, caller }: Context, subjectId: string): Promise<CurrentAttempt[]> {
  const { items } = await store.query('risk', {
    pk: statePartition(caller, subjectId),
    from: ATTEMPT_PREFIX,
    upTo: `${ATTEMPT_PREFIX}~`,
    limit: MAX_WORKFLOWS,
  });
  return items.map((row) => CurrentAttempt.parse(row));
}

/**
 * Returns the attempt if it is the current one. A late step of an older attempt records no
 * evidence.
 */
export async function findIfCurrent(
  context: Context,
  { runId, ...of }: { subjectId: string; workflowId: string; runId: string },
): Promise<CurrentAttempt | undefined> {
  const attempt = await findCurrentAttempt(context, of);
  return attempt?.runId === runId ? attempt : undefined;
}

/** Condition that this attempt, or none, is still the current one. */
export const assertCurrentAttempt = (
  scope: Scope,
  { subjectId, workflowId }: { subjectId: string; workflowId: string },
  current: CurrentAttempt | undefined,
): Write => ({
  table: 'risk',
  check: keyOf(scope, subjectId, workflowId),
  when: current ? { runId: current.runId } : 'absent',
});

/** On condition that no attempt has changed meanwhile. */
export const replaceCurrentAttempt = (
  scope: Scope,
  subjectId: string,
  before: CurrentAttempt | undefined,
  after: Omit<CurrentAttempt, 'moves'>,
): Write => ({
  table: 'risk',
  put: {
    ...keyOf(scope, subjectId, after.workflowId),
    ...after,
    moves: (before?.moves ?? 0) + 1,
  },
  when: before ? { moves: before.moves } : 'absent',
});
