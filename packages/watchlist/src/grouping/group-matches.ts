import type { ListedEntry } from '../listed-entry.ts';
import { areDifferent, certainKeys, likelyKeys } from './same-party.ts';

export const GROUP_CERTAINTIES = ['certain', 'likely'] as const;
type GroupCertainty = (typeof GROUP_CERTAINTIES)[number];

/** A match of a run, as far as the party that it names. */
export interface GroupedMatch {
  source: string;
  score: number;
  entry: ListedEntry;
}

/** Matches that name one party, highest score first. Every match is in exactly one group. */
export interface MatchGroup<Match> {
  members: { match: Match; certainty: GroupCertainty }[];
}

/**
 * Groups the matches of a run by the party that they name. Matches that share a number which identifies one party are
 * `certain` to be the same; a person of the same name and day of birth is `likely` the same and is decided separately.
 * No group has two entries whose dates of birth exclude each other. The result does not depend on the order of the
 * matches.
 */
export function groupMatches<Match extends GroupedMatch>(matches: readonly Match[]): MatchGroup<Match>[] {
  const ordered = matches.toSorted(byEntry);
  const certain = joined(
    ordered.map((match) => [match]),
    (match) => certainKeys(match.entry),
    { isKey: namesOneEach },
  );
  const cores = certain.toSorted((a, b) => byScore(a[0], b[0]) || b.length - a.length || byEntry(a[0], b[0]));
  const likely = joined(cores, (match) => likelyKeys(match.entry), { isKey: () => true });
  return likely
    .map((members) => withCertainty(members, cores.find((core) => core.includes(members[0] as Match)) ?? []))
    .toSorted((a, b) => byScore(a.members[0]?.match, b.members[0]?.match));
}

function byEntry(a: GroupedMatch | undefined, b: GroupedMatch | undefined): number {
  const [one, other] = [a, b].map((match) => `${match?.source}\n${match?.entry.id}`) as [string, string];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const byScore = (a: GroupedMatch | undefined, b: GroupedMatch | undefined) =>
  (b?.score ?? 0) - (a?.score ?? 0) || byEntry(a, b);

/** A list that has a number twice has made a mistake, or two of its parties share the number. */
const namesOneEach = (holders: readonly GroupedMatch[]) =>
  new Set(holders.map(({ source }) => source)).size === holders.length;

/** Disjoint sets with a veto: clusters that share a key become one unless two of their members are different. */
function joined<Match extends GroupedMatch>(
  clusters: readonly Match[][],
  keysOf: (match: Match) => string[],
  { isKey }: { isKey: (holders: readonly Match[]) => boolean },
): Match[][] {
  const clusterOf = new Map(clusters.flatMap((members) => members.map((match) => [match, members] as const)));
  const keyed = clusters.flat().flatMap((match) => [...new Set(keysOf(match))].map((key) => ({ key, match })));
  for (const holders of Map.groupBy(keyed, ({ key }) => key).values()) {
    const matches = holders.map(({ match }) => match);
    if (matches.length < 2 || !isKey(matches)) continue;
    for (const [at, match] of matches.entries())
      for (const other of matches.slice(at + 1)) {
        const [into, from] = [clusterOf.get(match), clusterOf.get(other)];
        if (!into || !from || into === from) continue;
        if (into.some((one) => from.some((another) => areDifferent(one.entry, another.entry)))) continue;
        const union = [...into, ...from].toSorted(byScore);
        for (const member of union) clusterOf.set(member, union);
      }
  }
  return [...new Set(clusterOf.values())];
}

const withCertainty = <Match extends GroupedMatch>(members: readonly Match[], core: readonly Match[]) => ({
  members: members.map((match) => ({
    match,
    certainty: core.includes(match) ? ('certain' as const) : ('likely' as const),
  })),
});
