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

export type Review = Awaited<ReturnType<Api['risk']['listReviews']>>['items'][number];

/** Reviews that one screen counts. */
export const REVIEWS_COUNTED = 1_000;

/** The reviews that are due up to some days from now, the earliest first. */
export const useReviews = (days: number) =>
  useApiQuery(
    ['reviews', days],
    async (api, signal) => {
      const until = new Date(Date.now() + days * DAY_MS).toISOString();
      const items: Review[] = [];
      for (let cursor: string | null | undefined; cursor !== null && items.length < REVIEWS_COUNTED; ) {
        const page: Awaited<ReturnType<Api['risk']['listReviews']>> = await api.risk.listReviews({
          query: { until, cursor },
          signal,
        });
        items.push(...page.items);
        cursor = page.nextCursor;
      }
      return items;
    },
    { staleMs: MINUTE_MS },
  );

const DAY_MS = 24 * 60 * MINUTE_MS;

/** Days are UTC. */
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
