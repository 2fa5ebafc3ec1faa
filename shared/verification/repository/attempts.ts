import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Key, Write } from '#shared/platform/store/store.ts';
import { statePartition } from '#shared/risk/repository/subject-state.ts';

/**
 * Per subject and workflow the attempt that speaks, whichever session and revision it is of. It stands
 * where the subject's evidence does. Every change of evidence by an attempt moves it on, and so does a
 * newer attempt: whichever comes second finds that it has to look again.
 */
const Attempt = z.object({
  workflowId: z.string(),
  sessionId: z.string(),
  runId: z.string(),
  /** What it has spoken through so far; all that earlier attempts said has been taken back. */
  sources: z.array(z.string()),
  /** What its screenings said. Their sources are not its own: any screening of these lists has the same. */
  screenings: z
    .array(z.object({ screeningRunId: z.string(), fact: z.string(), source: z.string() }))
    .default([]),
  moves: z.number(),
});
export type Attempt = z.infer<typeof Attempt>;

const keyOf = (scope: Scope, subjectId: string, workflowId: string): Key => ({
  pk: statePartition(scope, subjectId),
  sk: `attempt#${workflowId}`,
});

/** Read before the subject's evidence, so that what stands by then is at least as new as this. */
export async function findAttempt(
  { store, caller }: Context,
  { subjectId, workflowId }: { subjectId: string; workflowId: string },
): Promise<Attempt | undefined> {
  const row = await store.get('risk', keyOf(caller, subjectId, workflowId));
  return row && Attempt.parse(row);
}

/** The attempt of the run, if it is the one that speaks: a late step of an older one says nothing. */
export async function findSpeaking(
  context: Context,
  { runId, ...of }: { subjectId: string; workflowId: string; runId: string },
): Promise<Attempt | undefined> {
  const attempt = await findAttempt(context, of);
  return attempt?.runId === runId ? attempt : undefined;
}

/** Provided neither it nor another attempt has spoken in the meantime. */
export const moveAttempt = (
  scope: Scope,
  subjectId: string,
  before: Attempt | undefined,
  after: Omit<Attempt, 'moves'>,
): Write => ({
  table: 'risk',
  put: {
    ...keyOf(scope, subjectId, after.workflowId),
    ...after,
    moves: (before?.moves ?? 0) + 1,
  },
  when: before ? { moves: before.moves } : 'absent',
});
