import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi, useApiQuery, useMode } from '../app.tsx';
import type { Api } from './client.ts';

type WorkPage = Awaited<ReturnType<Api['risk']['listWorklist']>>;
export type WorkItem = WorkPage['items'][number];
export type WorkAction = WorkItem['actions'][number];

export interface WorkFilter {
  decision?: string | undefined;
  assignee?: string | undefined;
  policyKey?: string | undefined;
  search?: string | undefined;
  late?: string | undefined;
}

/** Subjects with open actions, the worst decision first, then the oldest. Pages load when they are needed. */
export function useWorklist(filter: WorkFilter) {
  const api = useApi();
  const mode = useMode();
  return useInfiniteQuery({
    queryKey: [mode, 'worklist', filter],
    queryFn: ({ pageParam, signal }) =>
      api.risk.listWorklist({ query: { ...filter, offset: pageParam } as never, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextOffset ?? undefined,
  });
}

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
