import type { Context } from '#shared/platform/context.ts';
import { readListStates } from '../repository/list-states.ts';
import { presentSource } from '../source.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The lists that are switched on, as they are now, with the days of a period on which they had a gap. */
export async function listHealth({ store, now }: Context, asked: { from: string; to: string }) {
  // A calendar ends today, so it is read back to the first day.
  const days = Math.floor((now.getTime() - Date.parse(asked.from)) / DAY_MS) + 1;
  const sources = [...(await readListStates(store))].map(([key, state]) =>
    presentSource(key, state, { now, isOperator: false, days: Math.max(1, days) }),
  );
  return sources
    .filter(({ enabled }) => enabled)
    .map(({ key, name, stale, heldVersions, confirmedAt, days: calendar = [] }) => ({
      key,
      name,
      stale,
      held: heldVersions.length,
      confirmedAt,
      gaps: calendar.filter(
        ({ day, outcome }) => day >= asked.from && day <= asked.to && (outcome === 'failed' || outcome === 'held'),
      ).length,
    }));
}
