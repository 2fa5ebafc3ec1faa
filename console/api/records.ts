import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi, useApiQuery, useMode } from '../app.tsx';
import type { Api } from './client.ts';

type AnyRecord = Awaited<ReturnType<Api['risk']['readRecord']>>;
export type Resource = AnyRecord['resource'];
export type RecordOf<Name extends Resource> = Extract<AnyRecord, { resource: Name }>;

type Query = Readonly<Record<string, string | undefined>>;

/** A list of risk records. The next page loads when it is needed. */
export function useRecords<Name extends Resource>(
  resource: Name,
  query: Query = {},
  { isOn = true }: { isOn?: boolean } = {},
) {
  const api = useApi();
  const mode = useMode();
  const list = useInfiniteQuery({
    queryKey: [mode, 'records', resource, query],
    queryFn: ({ pageParam, signal }) =>
      api.risk.listRecords({
        params: { resource },
        query: { ...query, ...(pageParam > 0 ? { offset: pageParam } : {}) } as never,
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextOffset ?? undefined,
    enabled: isOn,
  });
  const items = useMemo(
    () => (list.data?.pages.flatMap<unknown>((page) => page.items) ?? []) as readonly RecordOf<Name>[],
    [list.data],
  );
  return { ...list, items };
}

export const useRecord = <Name extends Resource>(resource: Name, id: string | undefined) =>
  useApiQuery(
    ['record', resource, id],
    (api, signal) => api.risk.readRecord({ params: { resource, id: id ?? '' }, signal }) as Promise<RecordOf<Name>>,
    { isOn: id !== undefined && id !== '' },
  );
