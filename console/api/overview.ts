import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';

export type Overview = Awaited<ReturnType<Api['risk']['readWorklistOverview']>>;

const MINUTE_MS = 60_000;

/** Figures of the worklist for some days up to today. */
export const useOverview = (days: number) =>
  useApiQuery(
    ['overview', days],
    (api, signal) => api.risk.readWorklistOverview({ query: { from: dayBefore(days - 1) }, signal }),
    { staleMs: MINUTE_MS, pollMs: MINUTE_MS },
  );

const DAY_MS = 24 * 60 * MINUTE_MS;

/** Days are UTC. */
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
