import type { Context } from '#shared/platform/context.ts';
import { findRun } from '../repository/runs.ts';
import { type ScreeningRun, withEntries } from '../run.ts';

/** Adds the entries that an idempotency record does not hold: those of a run never change. */
export async function revealEntries({ store, caller }: Context, run: ScreeningRun): Promise<ScreeningRun> {
  if (run.matches.every(({ entry }) => entry)) return run;
  const found = await findRun(store, caller, run.id);
  const entries = found?.stored.run.matches.map(({ entry }) => entry) ?? [];
  return withEntries(run, entries);
}
