import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';

export type ListSource = Awaited<ReturnType<Api['screening']['listScreeningSources']>>['items'][number];

/** All screening lists, each with the outcomes of its last 90 days. */
export const useLists = () =>
  useApiQuery(['lists'], (api, signal) => api.screening.listScreeningSources({ query: { days: '90' }, signal }));
