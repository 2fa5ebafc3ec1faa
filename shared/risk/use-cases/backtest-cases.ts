import { positionAt } from '#shared/platform/ids.ts';
import type { JobContext } from '#shared/platform/jobs/run-job.ts';
import type { AssessmentRecord } from '../assessment.ts';
import type { BacktestInput, BacktestState } from '../backtest.ts';
import { BACKTEST_CASES_PER_STEP } from '../limits.ts';
import { assessmentsOf } from '../repository/about-subject.ts';
import { listAssessmentsOfVersion } from '../repository/assessments.ts';
import { listMemberships } from '../repository/contexts.ts';
import { listPolicies } from '../repository/records.ts';
import { findLatestAssessments } from '../repository/subject-state.ts';

/** A past assessment, or a subject that the policy has not assessed. */
export interface Case {
  subjectId: string;
  assessment: AssessmentRecord | undefined;
}

type Place = Pick<BacktestState, 'versions' | 'at' | 'offset'>;

interface Cases {
  cases: Case[];
  next: BacktestState;
  isLast: boolean;
}

/** The cases of the next step. The same state gives the same cases. */
export async function nextCases(context: JobContext, input: BacktestInput, state: BacktestState): Promise<Cases> {
  const left = input.limit - state.taken;
  const { cases, place } = await pageOfCases(context, input, state, Math.min(left, BACKTEST_CASES_PER_STEP));
  const isFull = cases.length === left;
  const next = { ...state, ...place, taken: state.taken + cases.length, isCut: isFull && place !== null };
  return { cases, next, isLast: isFull || place === null };
}

function pageOfCases(context: JobContext, input: BacktestInput, state: BacktestState, limit: number) {
  const { contextId, subjectIds } = input.against;
  if (subjectIds) return casesOfNamed(context, input, state, limit);
  return contextId === undefined
    ? casesOfTime(context, input, state, limit)
    : casesOfContext(context, input, { contextId, offset: state.offset, limit });
}

type CasePage = { cases: Case[]; place: Place | null };

async function casesOfTime(
  context: JobContext,
  { against }: BacktestInput,
  state: Place,
  limit: number,
): Promise<CasePage> {
  const versions = state.versions ?? (await versionsOf(context, against.policyKey));
  const policyVersionId = versions[state.at];
  if (policyVersionId === undefined) return { cases: [], place: null };
  const first = Math.max(positionAt(new Date(against.since ?? 0)), 0);
  const last = positionAt(new Date(against.until ?? 0)) - 1;
  const { items, nextOffset } = await listAssessmentsOfVersion(context, {
    policyVersionId,
    offset: state.offset,
    order: 'newest',
    limit,
    bounds: { first, last },
  });
  const cases = items.map((assessment) => ({ subjectId: assessment.data.subjectId, assessment }));
  if (nextOffset !== null) return { cases, place: { versions, at: state.at, offset: nextOffset } };
  const at = state.at + 1;
  return { cases, place: at < versions.length ? { versions, at, offset: 0 } : null };
}

/** Drafts have no assessments. */
async function versionsOf(context: JobContext, key: string): Promise<string[]> {
  const ids: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof listPolicies>> = await listPolicies(context, {
      offset,
      key,
      status: 'published',
    });
    ids.push(...page.items.map(({ id }) => id));
    offset = page.nextOffset;
  }
  return ids.toReversed();
}

async function casesOfContext(
  context: JobContext,
  { against }: BacktestInput,
  { contextId, ...paging }: { contextId: string; offset: number; limit: number },
): Promise<CasePage> {
  const { items, nextOffset } = await listMemberships(context, contextId, paging);
  const cases = await latestOf(
    context,
    against.policyKey,
    items.map(({ data }) => data.subjectId),
  );
  return { cases, place: nextOffset === null ? null : { versions: null, at: 0, offset: nextOffset } };
}

async function casesOfNamed(
  context: JobContext,
  { against }: BacktestInput,
  { at }: Place,
  limit: number,
): Promise<CasePage> {
  const ids = against.subjectIds ?? [];
  const end = at + limit;
  const cases = await latestOf(context, against.policyKey, ids.slice(at, end));
  return { cases, place: end < ids.length ? { versions: null, at: end, offset: 0 } : null };
}

async function latestOf(
  { store, caller }: JobContext,
  policyKey: string,
  subjectIds: readonly string[],
): Promise<Case[]> {
  const states = await findLatestAssessments(
    store,
    caller,
    subjectIds.map((subjectId) => ({ subjectId, policyKey })),
  );
  return Promise.all(
    subjectIds.map(async (subjectId, index) => {
      const id = states[index]?.latest?.id;
      const [assessment] = id === undefined ? [] : await assessmentsOf(store, caller, subjectId, [id]);
      return { subjectId, assessment };
    }),
  );
}
