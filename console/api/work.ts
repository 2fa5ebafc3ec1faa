import { type AddressQuery, oneOf, uuidIn } from '../address.ts';
import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';
import { usePages } from './pages.ts';

type WorkPage = Awaited<ReturnType<Api['risk']['listWorklist']>>;
export type WorkItem = WorkPage['items'][number];
export type WorkAction = WorkItem['actions'][number];

type WorkQuery = NonNullable<NonNullable<Parameters<Api['risk']['listWorklist']>[0]>['query']>;
export type WorkFilter = Pick<
  WorkQuery,
  'decision' | 'assignee' | 'kind' | 'policyKey' | 'search' | 'late' | 'waitsFor'
>;

/** The filters of an address that the worklist takes. */
export const workFilterOf = (query: AddressQuery): WorkFilter => ({
  decision: oneOf(['reject', 'restrict', 'review', 'awaiting_evidence', 'none'], query.decision),
  assignee: oneOf(['me', 'none'], query.assignee) ?? uuidIn(query.assignee),
  kind: oneOf(['person', 'business', 'account', 'transaction'], query.kind),
  policyKey: query.policy,
  search: query.search,
  late: oneOf(['true', 'false'], query.late),
  waitsFor: oneOf(['me'], query.waitsFor),
});

/** Subjects with open actions, the worst decision first, then the oldest. Pages load when they are needed. */
export const useWorklist = (filter: WorkFilter) =>
  usePages(['worklist', filter], (api, { offset, signal }) =>
    api.risk.listWorklist({ query: { ...filter, offset }, signal }),
  );

export type Assessment = Extract<Awaited<ReturnType<Api['risk']['readRecord']>>, { resource: 'assessments' }>;

/** An assessment with its policy and evidence. It never changes, so it is read once. */
export const useAssessment = (id: string | undefined) =>
  useApiQuery(
    ['assessment', id],
    (api, signal) =>
      api.risk.readRecord({
        params: { resource: 'assessments', id: id ?? '' },
        signal,
      }) as Promise<Assessment>,
    { isOn: id !== undefined, staleMs: Number.POSITIVE_INFINITY },
  );

/** Whether an assessment is current, and the override that applies to it. */
export const useAssessmentState = (id: string, subjectId: string) =>
  useApiQuery(['subject', subjectId, 'state', id], (api, signal) =>
    api.risk.readAssessmentState({ params: { id }, signal }),
  );
