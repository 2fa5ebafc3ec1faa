import { readSettings } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';
import { listWorkOfAssignee } from '../repository/work.ts';
import { dueAtOf, WORK_DECISIONS } from '../work.ts';

/** Deadlines before a moment of the subjects that are assigned to the caller, of at most a page of them. */
export async function assignedDueBefore(context: Context, before: Date): Promise<string[]> {
  const { store, caller, now } = context;
  const { deadlines } = await readSettings(context);
  const { items } = await listWorkOfAssignee(store, caller, caller.id, {
    offset: 0,
    now,
    decisions: WORK_DECISIONS,
    search: undefined,
    isWanted: ({ work }) => (dueAtOf(work, deadlines) ?? '~') < before.toISOString(),
    isNarrow: true,
    present: ({ work }) => dueAtOf(work, deadlines),
  });
  return items.flatMap((dueAt) => dueAt ?? []);
}
