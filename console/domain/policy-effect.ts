import type { Api } from '../api/client.ts';
import type { RecordOf } from '../api/records.ts';

/** What another definition would decide for past assessments, from the evidence that they stored. */
export type PastAssessment = RecordOf<'assessments'>;
type Simulated = Awaited<ReturnType<Api['risk']['simulatePolicy']>>['results'][number];
type NewScenario = Parameters<Api['risk']['simulatePolicy']>[0]['body']['scenarios'][number];

interface Outcome {
  decision: string;
  score: number | null;
  band: string | null;
}

export interface Case {
  assessmentId: string;
  subjectId: string;
  evaluatedAt: string;
  before: Outcome;
  after: Outcome;
}

export interface NotEvaluated {
  assessmentId: string;
  subjectId: string;
  reason: string;
}

export interface Effect {
  cases: readonly Case[];
  notEvaluated: readonly NotEvaluated[];
}

/** A request with evidence may have 1 MiB, and the definition is part of it. */
const MOST_BYTES = 880 * 1024;

/** Assessments as scenarios: as many, the newest first, as fit into one request. */
export function scenariosOf(assessments: readonly PastAssessment[]): NewScenario[] {
  let bytes = 0;
  const all = assessments.map(({ id, data }) => ({
    name: id,
    evaluatedAt: data.evaluatedAt,
    evidence: evidenceOf(data),
  }));
  return all.filter((scenario) => {
    bytes += JSON.stringify(scenario).length;
    return bytes <= MOST_BYTES;
  });
}

/** The receipts of an assessment as a scenario states them. */
export const evidenceOf = ({ evidence }: PastAssessment['data']): NewScenario['evidence'] =>
  evidence.map(({ fact, source, status, value, observedAt, expiresAt }) => ({
    fact,
    source,
    status,
    observedAt,
    ...(value !== null && { value }),
    ...(expiresAt !== null && { expiresAt }),
  }));

interface Read {
  key: string;
  acceptedSources: readonly string[];
}

/** Inputs of a definition of which an assessment by another one stored no evidence, because it did not read it. */
const unreadBy = (assessed: readonly Read[], inputs: readonly Read[]): string[] =>
  inputs
    .filter(({ key, acceptedSources }) => {
      const before = assessed.find((one) => one.key === key);
      return !before || acceptedSources.some((source) => !before.acceptedSources.includes(source));
    })
    .map(({ key }) => key);

/** The decisions before and after. What the stored evidence cannot tell is counted apart, with the reason. */
export function effectOf(
  assessments: readonly PastAssessment[],
  results: readonly Simulated[],
  inputs: readonly Read[],
): Effect {
  const byName = new Map(results.map((result) => [result.name, result]));
  const cases: Case[] = [];
  const notEvaluated: NotEvaluated[] = [];
  for (const { id, data } of assessments) {
    const result = byName.get(id);
    const { subjectId, evaluatedAt, decision, score, band } = data;
    const reason = result ? whyNot(result, unreadBy(data.policy.definition.inputs, inputs)) : TOO_LARGE;
    if (reason !== null) {
      notEvaluated.push({ assessmentId: id, subjectId, reason });
      continue;
    }
    const { evaluation } = result as Simulated;
    const after = evaluation
      ? { decision: evaluation.decision, score: evaluation.score, band: evaluation.band }
      : { decision: NOT_COVERED, score: null, band: null };
    cases.push({ assessmentId: id, subjectId, evaluatedAt, before: { decision, score, band }, after });
  }
  return { cases, notEvaluated };
}

const NOT_COVERED = 'applicability_not_matched';
const TOO_LARGE = 'The evidence of all assessments does not fit into one request.';

function whyNot({ applicability, evaluation }: Simulated, unread: readonly string[]): string | null {
  if (applicability.status === 'unknown') return 'Evidence is missing to say whether the policy covers the subject.';
  const unresolved = (evaluation?.inputs ?? []).filter(({ status }) => status === 'unresolved').map(({ key }) => key);
  const missing = unread.filter((key) => unresolved.includes(key));
  if (missing.length === 0) return null;
  return `The assessment did not read ${missing.join(', ')}, so it stored no evidence of it.`;
}

export const isChanged = ({ before, after }: Case) => before.decision !== after.decision;

/** Reasons with the number of assessments, the most frequent first. */
export const reasonsOf = (notEvaluated: readonly NotEvaluated[]) =>
  [...Map.groupBy(notEvaluated, ({ reason }) => reason)]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .toSorted((one, other) => other.count - one.count);
