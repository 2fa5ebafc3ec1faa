import * as z from 'zod';
import type { Work } from './work.ts';

/**
 * An episode is the time that a subject is on the worklist without a break: from its first open action until it has none.
 * It is taken when a person first acts on it: an assignment, or an action that is no longer just requested.
 */
const Episode = z.object({
  openedAt: z.string(),
  takenAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
type Episode = z.infer<typeof Episode>;

/** The latest episodes are stored with the work, so that a worker that counts late still finds each of them. */
export const Episodes = z.object({
  /** Number of the last one, starting at 1. */
  count: z.number(),
  /** Oldest first. */
  latest: z.array(Episode),
});
export type Episodes = z.infer<typeof Episodes>;

/** A subject opens and closes rarely; a worker that is behind by this many is behind by hours. */
const EPISODES_STORED = 5;

interface WorkState {
  work: Work;
  assignee: string | null;
}

/** The episodes after a change of the work, or of its assignee, at a time. Undefined if there never was one. */
export function episodesAfter(
  before: WorkState & { episodes?: Episodes | undefined },
  after: WorkState,
  at: Date,
): Episodes | undefined {
  const { count, latest } = before.episodes ?? { count: 0, latest: [] };
  const last = latest.at(-1);
  const isRunning = last !== undefined && last.endedAt === null;
  const [oldest] = after.work.groups;
  if (!isRunning && !oldest) return before.episodes;
  const running: Episode = isRunning ? last : { openedAt: oldest?.createdAt ?? '', takenAt: null, endedAt: null };
  const changed: Episode = {
    openedAt: running.openedAt,
    takenAt: running.takenAt ?? (isTaken(before, after) ? at.toISOString() : null),
    endedAt: oldest ? null : at.toISOString(),
  };
  const earlier = isRunning ? latest.slice(0, -1) : latest;
  return { count: isRunning ? count : count + 1, latest: [...earlier, changed].slice(-EPISODES_STORED) };
}

const isTaken = (before: WorkState, after: WorkState) =>
  (after.assignee !== null && after.assignee !== before.assignee) ||
  after.work.groups.some(({ actions }) => actions.some(({ status }) => status !== 'requested'));
