import { cutText } from '@assay/watchlist';
import type { Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { subjectOf } from '../match-list.ts';
import { factorsDigestOf, type StoredRemembered } from '../remembered.ts';
import {
  dataKey,
  forget,
  idsFor,
  listRemembered,
  rememberedAt,
  rememberedKey,
  replaceRemembered,
  subjectKeyOf,
} from '../repository/remembered-decisions.ts';
import type { ScreeningMatch, ScreeningRun } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';

const LISTED_NAME_CHARACTERS = 200;

/** Rows that each decision on a run takes in a transaction, beside the one that lists them. */
export const rowsToRemember = ({ memory }: StoredRun) => (memory ? (memory.isAttached ? 2 : 1) : 0);

type Decision = ScreeningRun['decisions'][number];

/**
 * Remembers decisions on matches of a run for later runs of its subject: the latest on an entry replaces all before. Of a run that
 * had no subject when it was decided, what was remembered for its data alone ends.
 */
export async function rememberDecisions(
  context: Context,
  stored: StoredRun,
  decisions: readonly Decision[],
): Promise<Write[]> {
  const { store, caller, newId } = context;
  const { run, memory } = stored;
  if (!memory) return [];
  const latest = new Map(decisions.map((decision) => [decision.matchId, decision]));
  const decidedMatches = run.matches.filter(({ id, entry }) => entry && latest.has(id));
  const matches = [...new Map(decidedMatches.map((one) => [`${one.source} ${one.sourceEntryId}`, one])).values()];
  if (matches.length === 0) return [];
  const keysBy = (subject: string) => matches.map((match) => rememberedKey(caller, subject, match));
  const keys = keysBy(subjectKeyOf(run, memory));
  const replaced = memory.isAttached ? keysBy(dataKey(memory.screenedDigest)) : [];
  const known = await rememberedAt(store, [...keys, ...replaced]);
  const ids = idsFor(newId(), matches.length);
  const decided = matches.flatMap((match, index) => {
    const before = known[index];
    const decision = latest.get(match.id);
    if (!before || !decision) return [];
    const remembered = rememberedFrom(stored, { match, decision, id: ids[index] ?? '' });
    return [{ key: before.key, before: before.remembered, remembered }];
  });
  const ended = known
    .slice(keys.length)
    .flatMap(({ key, remembered }) => (remembered && latest.has(remembered.matchId) ? [forget(key, remembered)] : []));
  return [
    ...decided.map(({ key, before, remembered }) => replaceRemembered(key, before, remembered)),
    ...listRemembered(caller, decided),
    ...ended,
  ];
}

function rememberedFrom(
  stored: StoredRun,
  { match, decision: decided, id }: { match: ScreeningMatch; decision: Decision; id: string },
): StoredRemembered {
  const { decision, reason, decidedBy, decidedAt, proposedBy } = decided;
  if (decision === 'pending') throw new Error('A decision is never pending.');
  return {
    id,
    subject: subjectOf(stored),
    source: match.source,
    sourceEntryId: match.sourceEntryId,
    listedName: cutText(match.listedName, LISTED_NAME_CHARACTERS),
    listKind: match.listKind,
    score: match.score,
    entryDigest: match.entry?.digest ?? '',
    screenedDigest: stored.memory?.screenedDigest ?? '',
    factorsDigest: factorsDigestOf(match.factors),
    decision,
    reason,
    runId: stored.run.id,
    matchId: match.id,
    decidedBy,
    decidedAt,
    proposedBy,
  };
}
