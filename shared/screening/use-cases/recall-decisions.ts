import { createHmac } from 'node:crypto';
import { canonicalJson } from '@assay/foundation/canonical-json';
import { runStatus } from '@assay/watchlist';
import { readSettings } from '#shared/organization/settings/index.ts';
import type { NewEvent, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { rememberedEvents } from '../events.ts';
import { recalled } from '../remembered.ts';
import { memoryKey } from '../repository/memory-key.ts';
import { rememberedOf, subjectKeyOf } from '../repository/remembered-decisions.ts';
import type { ScreenedSubject } from '../run-request.ts';
import type { StoredRun } from '../stored-run.ts';

interface Recalled {
  stored: StoredRun;
  writes: readonly Write[];
  events: readonly NewEvent[];
}

/**
 * Gives the matches of a new run the decisions that are remembered. All those of its subject are read with one query; nothing is
 * read for a run without matches, or while the organization does not remember decisions.
 */
export async function recallDecisions(
  context: Context,
  stored: StoredRun,
  subject: ScreenedSubject,
): Promise<Recalled> {
  const { store, caller, now } = context;
  const { run } = stored;
  if (run.matches.length === 0) return { stored, writes: [], events: [] };
  const { screening } = await readSettings(context);
  if (!screening?.rememberDecisions) return { stored, writes: [], events: [] };

  const { key, writes } = await memoryKey(store, caller);
  const screenedDigest = createHmac('sha256', key).update(canonicalJson(subject)).digest('hex');
  const known = await rememberedOf(store, caller, subjectKeyOf(run, { screenedDigest }));
  const terms = { screenedDigest, now, expiresAfterDays: screening.expiresAfterDays };
  const matches = run.matches.map((match) => recalled(match, known.of(match), terms));
  const after = { ...run, matches };
  const status = runStatus({
    hasFailed: run.errorCode !== null,
    matches,
    isIncomplete: run.incomplete,
    policy: run.policy,
  });
  return {
    stored: { ...stored, run: { ...after, status }, memory: { screenedDigest } },
    writes,
    events: rememberedEvents(after),
  };
}
