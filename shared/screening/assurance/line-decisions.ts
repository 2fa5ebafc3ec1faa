import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { positionAt } from '#shared/platform/ids.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { LINE_DECISION_PAGES, LINE_DECISIONS } from '../limits.ts';
import type { MatchListItem } from '../match-list.ts';
import { listMatches } from '../repository/match-lists.ts';
import { MatchDecision } from '../run.ts';

/** Decisions that people made on matches with a score close to the review score, beside the comparisons of the test. */

const Sample = z.object({
  matchId: z.uuid(),
  runId: z.uuid(),
  source: z.string(),
  entryId: z.string(),
  score: z.int(),
  decision: MatchDecision,
});

export const LineDecisions = z.object({
  byScore: z.array(z.object({ score: z.int(), confirmed: z.int(), falsePositive: z.int() })),
  above: z.array(Sample).describe('At or above the review score.'),
  below: z.array(Sample).describe('Below it: of runs with a lower review score.'),
  isComplete: z.boolean().describe('Whether all decided matches of runs of the year before the test were read.'),
});
export type LineDecisions = z.infer<typeof LineDecisions>;

/** As near as the comparisons of the test. */
const LINE_WIDTH = 5;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

interface Tested {
  createdAt: string;
  sources: readonly string[];
  reviewScore: number;
}

/** Without names: matches are named by id. */
export async function lineDecisions(
  store: Store,
  scope: Scope,
  { createdAt, sources, reviewScore }: Tested,
): Promise<LineDecisions> {
  const near: MatchListItem[] = [];
  let offset: number | null = Math.max(0, positionAt(addSeconds(new Date(createdAt), -YEAR_SECONDS)));
  for (let page = 0; page < LINE_DECISION_PAGES && offset !== null; page += 1) {
    const read = await listMatches(store, scope, { state: 'decided', offset, minScore: reviewScore - LINE_WIDTH });
    near.push(
      ...read.items.filter(
        ({ match }) => match.score < reviewScore + LINE_WIDTH && sources.includes(match.source) && isByPerson(match),
      ),
    );
    offset = read.nextOffset;
  }
  return { ...summaryOf(near, reviewScore), isComplete: offset === null };
}

/** A decision that is remembered was counted where it was made. */
const isByPerson = ({ rememberedFrom }: MatchListItem['match']) => !rememberedFrom;

function summaryOf(near: readonly MatchListItem[], reviewScore: number): Omit<LineDecisions, 'isComplete'> {
  const samples = near.map(({ match, run }) => ({
    matchId: match.id,
    runId: run.id,
    source: match.source,
    entryId: match.sourceEntryId,
    score: match.score,
    decision: match.decision,
  }));
  const byScore = [...Map.groupBy(samples, ({ score }) => score)]
    .map(([score, of]) => ({
      score,
      confirmed: of.filter(({ decision }) => decision === 'confirmed').length,
      falsePositive: of.filter(({ decision }) => decision === 'false_positive').length,
    }))
    .toSorted((one, other) => one.score - other.score);
  const newest = (isWanted: (score: number) => boolean) =>
    samples.filter(({ score }) => isWanted(score)).slice(-LINE_DECISIONS);
  return {
    byScore,
    above: newest((score) => score >= reviewScore),
    below: newest((score) => score < reviewScore),
  };
}
