import { unavailable } from '@assay/foundation';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { positionAt, positionOf } from '#shared/platform/ids.ts';
import { type Key, TransactionRefused } from '#shared/platform/store/store.ts';
import {
  findUnlistedRuns,
  listingFor,
  listMatchesOfRun,
  oldestRunIds,
} from '../repository/runs.ts';
import { withSubject } from './with-subject.ts';

/**
 * Adds runs that a release without lists of matches wrote to these lists, when the lists are read. Only runs with
 * the status `match` or `possible_match` can have pending matches, so only those are checked, each once. Older and
 * newer code run side by side during a gradual release or after a roll-back, so the check continues with new runs
 * until none was missing for a week.
 */
const OPEN = ['match', 'possible_match'] as const;
const RUNS_PER_READ = 100;
const RUNS_PER_REQUEST = 1_000;
const CLEAN_SECONDS = 7 * 24 * 60 * 60;
/** A run may become visible later than runs with a higher position. */
const SETTLING_SECONDS = 60;

const Check = z.object({
  /** Position up to which the runs of each status are checked. */
  checked: z.object({ match: z.number(), possible_match: z.number() }),
  /** When a run was last missing; at first, when the check began. */
  missingAt: z.string(),
});

export const checkKeyOf = (scope: Scope): Key => ({
  ...{ pk: `${scopeKey(scope)}#match-lists`, sk: 'check' },
});

export async function listOlderMatches(context: Context): Promise<void> {
  const { store, caller, now } = context;
  const key = checkKeyOf(caller);
  const row = await store.get('screening', key);
  const known = row && Check.parse(row);
  if (known && addSeconds(new Date(known.missingAt), CLEAN_SECONDS) < now) return;

  const checked = { match: 0, possible_match: 0, ...known?.checked };
  const settled = positionAt(addSeconds(now, -SETTLING_SECONDS));
  let [missingAt, runsLeft] = [known?.missingAt ?? now.toISOString(), RUNS_PER_REQUEST];
  let isComplete = true;
  for (const status of OPEN) {
    let [after, isLast] = [checked[status], false];
    while (!isLast && runsLeft > 0) {
      const listing = listingFor(caller, { status });
      const ids = await oldestRunIds(store, listing, { after, limit: RUNS_PER_READ });
      if ((await listRuns(context, ids)) > 0) missingAt = now.toISOString();
      const last = ids.at(-1);
      after = last ? positionOf(last) : after;
      runsLeft -= ids.length;
      isLast = ids.length < RUNS_PER_READ;
    }
    checked[status] = Math.max(checked[status], Math.min(after, settled));
    isComplete &&= isLast || after >= settled;
  }
  const isUnchanged =
    known?.missingAt === missingAt && OPEN.every((one) => known.checked[one] === checked[one]);
  if (!isUnchanged)
    await store.writeOne({ table: 'screening', put: { ...key, checked, missingAt } });
  if (!isComplete)
    throw unavailable(
      'Matches of runs made by an earlier release are being added to this list. Retry in a second.',
    );
}

/** How many of these runs were missing. Lists a run in one transaction; a concurrent writer lists it too. */
async function listRuns(context: Context, ids: readonly string[]): Promise<number> {
  const { store, caller, newId } = context;
  const missing = ids.length > 0 ? await findUnlistedRuns(store, caller, ids) : [];
  for (const found of missing) {
    const stored = await withSubject(context, found.stored);
    try {
      await store.transact(listMatchesOfRun(caller, { ...found, stored }), newId());
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
    }
  }
  return missing.length;
}
