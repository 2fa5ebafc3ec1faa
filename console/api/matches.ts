import { useQueries } from '@tanstack/react-query';
import { useApi, useApiQuery, useMode } from '../app.tsx';
import type { Api } from './client.ts';
import { usePages } from './pages.ts';

export type MatchItem = Awaited<ReturnType<Api['screening']['listScreeningMatches']>>['items'][number];
export type MatchDetail = Awaited<ReturnType<Api['screening']['readScreeningMatch']>>;

export interface MatchFilter {
  decision: 'pending' | 'proposed' | 'decided';
  search?: string | undefined;
  source?: string | undefined;
}

/** Matches by state, oldest first. */
export const useMatches = (filter: MatchFilter) =>
  usePages(['matches', filter], (api, { offset, signal }) =>
    api.screening.listScreeningMatches({ query: { ...filter, offset }, signal }),
  );

export const useMatch = (id: string | undefined) =>
  useApiQuery(['match', id], (api, signal) => api.screening.readScreeningMatch({ params: { id: id ?? '' }, signal }), {
    isOn: id !== undefined,
  });

/** Several matches; undefined until all of them are loaded. */
export function useMatchDetails(ids: readonly string[]) {
  const api = useApi();
  const mode = useMode();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: [mode, 'match', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.screening.readScreeningMatch({ params: { id }, signal }),
    })),
    combine: (results) => ({
      details: results.every(({ data }) => data !== undefined)
        ? results.flatMap(({ data }) => (data ? [data] : []))
        : undefined,
      error: results.find(({ isError }) => isError)?.error ?? null,
    }),
  });
}
