import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { birthDays, type Group, type RecallCase } from './recall-case.ts';
import { isTarget, screenSubject } from './recall-editions.ts';

/**
 * Recall by what is known of the subject: by name alone, and with the day of birth that the list states, at the default
 * `reviewScore` and at the lower one that finds a typing error by name alone.
 */
const REVIEW_SCORES = [70, 65] as const;
const LOWEST = Math.min(...REVIEW_SCORES);

/** Groups whose cases are about something else than how the name is written. */
const OTHER_GROUPS: readonly Group[] = [
  'other nationality, mistyped date of birth',
  'identifier, other entity type',
  'two letters off',
];

export const isSpelling = ({ group }: RecallCase) => !OTHER_GROUPS.includes(group);

export interface DetailOutcome {
  /** The group as a reader of both columns names it. */
  group: string;
  /** The score of the entry that the case is about; 0 if it is below the lowest `reviewScore`. */
  byName: number;
  /** Undefined for companies and for entries without an exact day of birth. */
  withBirth: number | undefined;
}

export async function runByDetail(lists: readonly ScreenedList[], one: RecallCase): Promise<DetailOutcome> {
  const { datesOfBirth: _dates, nationalities: _countries, identifiers: _documents, ...subject } = one.subject;
  const [day] = one.target.entry.kind === 'person' ? birthDays(one.target.entry) : [];
  const scoreOf = async (asked: SubjectRequest) => {
    const { matches } = await screenSubject(lists, asked, LOWEST);
    return Math.max(0, ...matches.filter(isTarget(one)).map(({ score }) => score));
  };
  return {
    group: one.group.replace(', with date of birth', ''),
    byName: await scoreOf(subject),
    withBirth: day === undefined ? undefined : await scoreOf({ ...subject, datesOfBirth: [day] }),
  };
}

interface DetailRow {
  group: string;
  byName: Share;
  withBirth: Share;
}

/** How many cases, and the share found at each of `REVIEW_SCORES`, in per cent. */
interface Share {
  cases: number;
  found: number[];
}

const shareOf = (scores: readonly number[]): Share => ({
  cases: scores.length,
  found: REVIEW_SCORES.map((least) => {
    const found = scores.filter((score) => score >= least).length;
    return scores.length === 0 ? 0 : Number(((found / scores.length) * 100).toFixed(1));
  }),
});

const rowOf = (group: string, outcomes: readonly DetailOutcome[]): DetailRow => ({
  group,
  byName: shareOf(outcomes.map(({ byName }) => byName)),
  withBirth: shareOf(outcomes.flatMap(({ withBirth }) => (withBirth === undefined ? [] : [withBirth]))),
});

const rowsOf = (outcomes: readonly DetailOutcome[]) =>
  Array.from(
    Map.groupBy(outcomes, ({ group }) => group),
    ([group, of]) => rowOf(group, of),
  );

export function printByDetail(outcomes: readonly DetailOutcome[]): void {
  for (const { group, byName, withBirth } of rowsOf(outcomes))
    for (const [known, { cases, found }] of Object.entries({ 'by name': byName, 'with date of birth': withBirth }))
      for (const [at, reviewScore] of REVIEW_SCORES.entries())
        if (cases > 0)
          console.log(
            JSON.stringify({
              name: `${group}, ${known}, reviewScore ${reviewScore}: found, of ${cases}`,
              value: found[at],
              unit: '%',
            }),
          );
}

export function printDetailTable(outcomes: readonly DetailOutcome[]): void {
  const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  const cellsOf = ({ cases, found }: Share) =>
    cases === 0 ? ['–', ...REVIEW_SCORES.map(() => '–')] : [cases, ...found.map((share) => `${share} %`)];
  row(['', ...['by name', 'with date of birth'].flatMap((known) => [known, ...REVIEW_SCORES])]);
  row(['---', ...Array.from({ length: 2 * (REVIEW_SCORES.length + 1) }, () => '---')]);
  for (const { group, byName, withBirth } of rowsOf(outcomes)) row([group, ...cellsOf(byName), ...cellsOf(withBirth)]);
}
