import type { FoundMatch, PepVerdict, Position } from '@assay/watchlist';
import { presentEntry } from './entry.ts';
import type { PepMatch, ScreeningMatch } from './run.ts';

/** A listed entry that may be the subject, as a run shows it. */
export const presentMatch = (id: string, match: FoundMatch, group: ScreeningMatch['group']): ScreeningMatch => ({
  id,
  ...presentFound(match),
  decision: 'pending',
  group,
});

/** The same without the properties that only a stored match has. */
export const presentFound = (match: FoundMatch): Omit<ScreeningMatch, 'id' | 'decision' | 'group'> => ({
  source: match.source,
  sourceEntryId: match.entry.id,
  listedName: match.listedName,
  matchedName: match.matchedName,
  score: match.score,
  factors: [...match.factors],
  listKind: match.listKind,
  pep: match.pep && presentStanding(match.pep),
  entry: presentEntry(match.source, match.entry),
});

const presentStanding = (verdict: PepVerdict): PepMatch => ({
  standing: verdict.standing,
  flags: verdict.flags,
  lastHeldUntil: verdict.lastHeldUntil,
  positions: verdict.positions.map(presentPosition),
  relatedPeps: verdict.relatedPeps.map(({ entryId, name, relation, positions }) => ({
    entryId,
    name,
    relation,
    positions: positions.map(presentPosition),
  })),
});

export const presentPosition = ({ startedOn, endedOn, isCurrent, ...position }: Position) => ({
  category: position.category,
  title: position.title,
  country: position.country,
  startDate: startedOn,
  endDate: endedOn,
  current: isCurrent,
  roster: position.roster,
});
