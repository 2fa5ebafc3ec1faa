import * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import type { AssessmentRecord } from '../assessment.ts';
import type { CompactJourney } from '../journey.ts';
import { assessmentsOf } from '../repository/about-subject.ts';
import { WorkDecision } from '../work.ts';

const ASSESSED = 'risk.assessment.created';

/** The score of an assessment in its event, so that a journey shows it without reading the assessment. */
const ScoreDetails = z.object({
  policyKey: z.string(),
  score: z.number().nullable(),
  band: z.string().nullable(),
  decision: WorkDecision,
  evaluatedAt: z.string(),
});

const LARGEST = 1e100;

/** DynamoDB stores numbers of 1e-130 to 1e126. A score outside is read from its assessment. */
const isStorable = (score: number | null) => {
  const size = Math.abs(score ?? 0);
  return size === 0 || (size >= 1 / LARGEST && size <= LARGEST);
};

export function scoreDetails({ data }: AssessmentRecord): Record<string, unknown> {
  const { policyKey, score, band, decision, evaluatedAt } = data;
  return { policyKey, band, decision, evaluatedAt, ...(isStorable(score) && { score }) };
}

type Score = CompactJourney['scores'][number];

/** The assessments of events without a score are read. */
export async function scoresOf(
  { store, caller }: Context,
  subjectId: string,
  events: readonly RecordedEvent[],
): Promise<Score[]> {
  const assessed = events.filter(({ type }) => type === ASSESSED);
  const known = new Map(
    assessed.flatMap(({ resourceId, details }): [string, Score][] => {
      const parsed = ScoreDetails.safeParse(details);
      return parsed.success ? [[resourceId, scoreOf(resourceId, parsed.data)]] : [];
    }),
  );
  const missing = assessed.map(({ resourceId }) => resourceId).filter((id) => !known.has(id));
  const read = missing.length > 0 ? await assessmentsOf(store, caller, subjectId, missing) : [];
  for (const { id, data } of read) known.set(id, scoreOf(id, data));
  return assessed.flatMap(({ resourceId }) => {
    const score = known.get(resourceId);
    return score ? [score] : [];
  });
}

const scoreOf = (id: string, of: z.infer<typeof ScoreDetails>): Score => [
  of.evaluatedAt,
  of.policyKey,
  of.score,
  of.band,
  of.decision,
  id,
];
