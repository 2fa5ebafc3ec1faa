import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';

export type ListSource = Awaited<ReturnType<Api['screening']['listScreeningSources']>>['items'][number];

/** All screening lists, each with the outcomes of its last 90 days. */
export const useLists = () =>
  useApiQuery(['lists'], (api, signal) => api.screening.listScreeningSources({ query: { days: '90' }, signal }));

/** Names of lists by key, and the key until they are known. */
export function useListName(): (key: string) => string {
  const { data } = useLists();
  return (key) => data?.items.find((one) => one.key === key)?.name ?? key;
}
