import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { HARD_CLASSES, type HardClass } from './hard-names.ts';
import { birthDays, diceFor, type NamedEntry, shuffled } from './recall-case.ts';
import { screenSubject } from './recall-editions.ts';

/** The two scores that the figures are given for: the default, and that of a thorough screening. */
export const REVIEW_SCORES = [70, 65] as const;
const LOWEST = Math.min(...REVIEW_SCORES);

export interface HardOutcome {
  hard: HardClass;
  name: string;
  entry: ListedEntry;
  /** Score of the entry itself by name, and with its date of birth where it has one; 0 below 65. */
  byName: number;
  withBirth: number | undefined;
}

async function scoreOf(lists: readonly ScreenedList[], subject: SubjectRequest, target: NamedEntry): Promise<number> {
  const { matches } = await screenSubject(lists, subject, LOWEST);
  const found = matches.find(({ source, entry }) => source === target.list && entry.id === target.entry.id);
  return found?.score ?? 0;
}

export function hardCases(named: readonly NamedEntry[], { perKind, seed }: { perKind: number; seed: number }) {
  return HARD_CLASSES.flatMap((hard) => {
    const below = diceFor(`${hard.name} ${hard.of}`, seed);
    const cases: { hard: HardClass; name: string; target: NamedEntry }[] = [];
    for (const target of shuffled(named, below)) {
      if (cases.length >= perKind) break;
      const name = target.entry.kind === hard.of ? hard.make(target, below) : undefined;
      if (name !== undefined) cases.push({ hard, name, target });
    }
    return cases;
  });
}

export async function runHardCases(
  lists: readonly ScreenedList[],
  cases: ReturnType<typeof hardCases>,
): Promise<HardOutcome[]> {
  const outcomes: HardOutcome[] = [];
  for (const { hard, name, target } of cases) {
    const subject = { name, entityType: target.entry.kind };
    const [born] = birthDays(target.entry);
    outcomes.push({
      hard,
      name,
      entry: target.entry,
      byName: await scoreOf(lists, subject, target),
      withBirth: born === undefined ? undefined : await scoreOf(lists, { ...subject, datesOfBirth: [born] }, target),
    });
  }
  return outcomes;
}
