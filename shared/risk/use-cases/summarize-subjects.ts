import { mapConcurrently } from '@assay/foundation/concurrency';
import type { Context } from '#shared/platform/context.ts';
import type { OverrideRecord } from '../override.ts';
import { assessmentsOf } from '../repository/about-subject.ts';
import { unpackOne } from '../repository/one-part.ts';
import { findLatestOverrides } from '../repository/overrides.ts';
import { type LatestAssessment, readLatestAssessments, type SubjectVersion } from '../repository/subject-state.ts';
import { findWork } from '../repository/work.ts';
import type { SubjectSummary } from '../subject.ts';
import { AssessmentSummary, openActions, WORK_DECISIONS } from '../work.ts';
import { effectiveAmong } from './assessment-state.ts';
import { summaryOf } from './change-work.ts';

const READ_AT_ONCE = 20;
/** Whole assessments that are read of one subject, newest first, if an earlier release stored no summaries of them. */
const UNSUMMARIZED = 4;

type Line = NonNullable<SubjectSummary['assessment']>;

interface Latest extends LatestAssessment {
  policyKey: string;
  result: AssessmentSummary;
}

/** The latest assessment of a subject by one policy. */
export type LatestDecision = Line & { policyVersionId?: string | undefined };

/**
 * What a page of subjects shows of each: one read of its state, and three reads for all. Nothing is stored for it but
 * the summary beside each latest assessment, so assessments of one subject do not compete for a row.
 */
export async function summariesOf(
  context: Context,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, SubjectSummary>> {
  if (subjectIds.length === 0) return new Map();
  const [decisions, works] = await Promise.all([
    decisionsOf(context, subjectIds),
    findWork(context.store, context.caller, subjectIds),
  ]);
  return new Map(
    subjectIds.map((subjectId, index) => {
      const [worst] = (decisions.get(subjectId) ?? []).toSorted(byConcern);
      const work = works[index];
      return [
        subjectId,
        {
          assessment: worst ? withoutVersion(worst) : null,
          openActions: work ? openActions(work.work) : 0,
          assignee: work?.assignee ?? null,
        },
      ];
    }),
  );
}

const withoutVersion = ({ policyVersionId: _, ...line }: LatestDecision): Line => line;

/** The latest assessment of each subject by each policy: one read of its state, and two reads for all. */
export async function decisionsOf(
  context: Context,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, LatestDecision[]>> {
  const { store, caller, now } = context;
  const states = await mapConcurrently(subjectIds, READ_AT_ONCE, (id) => readSummarized(context, id));
  const ids = states.flatMap(({ latest }) => latest.map(({ id }) => id));
  const overrides = ids.length > 0 ? await findLatestOverrides(store, caller, ids) : [];
  const overrideOf = new Map(ids.map((id, index) => [id, overrides[index]]));
  return new Map(
    subjectIds.map((subjectId, index) => {
      const { version, latest } = states[index] ?? { version: undefined, latest: [] };
      const lines = latest.flatMap((one) => (version ? [lineOf(one, version, overrideOf.get(one.id), now)] : []));
      return [subjectId, lines];
    }),
  );
}

async function readSummarized({ store, caller }: Context, subjectId: string) {
  const { version, latest } = await readLatestAssessments(store, caller, subjectId);
  const known = [...latest].flatMap(([policyKey, one]): Latest[] =>
    one.summary ? [{ ...one, policyKey, result: AssessmentSummary.parse(unpackOne(one.summary)) }] : [],
  );
  const unknown = [...latest.values()].filter(({ summary }) => !summary).map(({ id }) => id);
  if (unknown.length === 0) return { version, latest: known };
  const records = await assessmentsOf(store, caller, subjectId, unknown.sort().slice(-UNSUMMARIZED));
  const read = records.map(({ id, data }): Latest => {
    const { policyKey, policyVersionId, sequence, evidenceRevision, freshUntil, reviewDueAt } = data;
    return {
      id,
      policyKey,
      policyVersionId,
      sequence,
      evidenceRevision,
      freshUntil,
      reviewDueAt,
      result: summaryOf({ data }),
    };
  });
  return { version, latest: [...known, ...read] };
}

function lineOf(
  { id, policyKey, result, ...latest }: Latest,
  version: SubjectVersion,
  override: OverrideRecord | undefined,
  now: Date,
): LatestDecision {
  const { score, band, decision, evaluatedAt } = result;
  const isPast = (time: string | null | undefined) => typeof time === 'string' && Date.parse(time) <= now.getTime();
  const isCurrent =
    version.evidenceRevision === latest.evidenceRevision && !isPast(latest.freshUntil) && !isPast(latest.reviewDueAt);
  const { effectiveDecision } = effectiveAmong(decision, { isCurrent, override, now });
  const { policyVersionId } = latest;
  return { id, policyKey, policyVersionId, score, band, decision, effectiveDecision, evaluatedAt };
}

/** Worst first, then the highest score. */
export const byConcern = (one: Line, other: Line) =>
  concernOf(one) - concernOf(other) || (other.score ?? 0) - (one.score ?? 0);

/** One that has to be made again counts by what it decided. */
const concernOf = ({ decision, effectiveDecision }: Line) =>
  WORK_DECISIONS.findIndex(
    (one) => one === (effectiveDecision === 'reassessment_required' ? decision : effectiveDecision),
  );
