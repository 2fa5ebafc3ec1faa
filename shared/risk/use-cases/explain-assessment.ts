import { conflict, refused } from '@assay/foundation';
import { bandIs, compareEvaluations, explanationOf } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import type { AssessmentRecord } from '../assessment.ts';
import type { Comparison, Explanation } from '../explanation.ts';
import { readAssessment } from '../repository/assessments.ts';
import { findSources } from '../repository/sources.ts';

const REGISTERED = 'registered:';

/** The assessment in sentences. The auditor reads registered sources by their keys. */
export async function explained(
  context: Context,
  { id, data }: AssessmentRecord,
  audience: Explanation['audience'],
): Promise<Explanation> {
  const { subjectId, evaluatedAt, policy, policyKey, evaluatorVersion, outcome, score, band, decision } = data;
  const about = { definition: policy.definition, evaluation: data };
  const base = { assessmentId: id, subjectId, evaluatedAt, audience };
  if (audience === 'customer') return { ...base, statements: explanationOf(about, audience) };
  const keys = await keysOfSources(context, data);
  return {
    ...base,
    result: {
      policyKey,
      version: policy.version,
      evaluatorVersion,
      outcome,
      score,
      band,
      bandIs: bandIs(data),
      decision,
    },
    statements: explanationOf({ ...about, sourceName: (source) => keys.get(source) ?? source }, audience),
  };
}

async function keysOfSources(context: Context, { evidence }: AssessmentRecord['data']) {
  const registered = new Set(evidence.map(({ source }) => source).filter((source) => source.startsWith(REGISTERED)));
  const ids = [...registered].map((source) => source.slice(REGISTERED.length));
  const sources = ids.length > 0 ? await findSources(context, ids) : new Map<string, never>();
  return new Map([...sources].map(([sourceId, { data }]) => [REGISTERED + sourceId, data.key]));
}

/** The assessment and another one of the same subject and policy, the earlier one first. */
export async function compared(
  context: Context,
  assessment: AssessmentRecord,
  withId: string | undefined,
): Promise<Comparison> {
  const otherId = withId ?? assessment.data.previousAssessmentId;
  if (otherId === null)
    throw conflict('no_earlier_assessment', 'This is the first assessment of the subject by this policy.');
  const other = await readAssessment(context, otherId);
  const isSame = (member: 'subjectId' | 'policyKey') => other.data[member] === assessment.data[member];
  if (!isSame('subjectId') || !isSame('policyKey'))
    throw refused('not_comparable', '`with` is an assessment of another subject or policy.');
  const [before, after] = other.data.sequence <= assessment.data.sequence ? [other, assessment] : [assessment, other];
  return {
    before: about(before),
    after: about(after),
    changes: compareEvaluations(before.data, after.data),
  };
}

const about = ({ id, data }: AssessmentRecord) => ({
  assessmentId: id,
  evaluatedAt: data.evaluatedAt,
  policyVersionId: data.policyVersionId,
  version: data.policy.version,
});
