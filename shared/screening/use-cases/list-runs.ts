import type { Context } from '#shared/platform/context.ts';
import { positionOf } from '#shared/platform/ids.ts';
import { PAGE_BYTES } from '#shared/platform/store/paging.ts';
import { listingFor, newestRunIds, type RunFilter, readRuns } from '../repository/runs.ts';
import type { ScreeningRun } from '../run.ts';
import { pageAfter, positionBefore } from '../run-page.ts';

export interface RunPage {
  items: ScreeningRun[];
  page: number;
  limit: number;
  nextPage: number | null;
}

/** How many pages of a listing one response may read to find runs that match a second filter. */
const READS_PER_PAGE = 10;

/** Newest first. A page is a position in the list, so every page costs the same. */
export async function listRuns(
  { store, caller }: Context,
  { page, limit, ...filter }: RunFilter & { page: number; limit: number },
): Promise<RunPage> {
  const listing = listingFor(caller, filter);
  const items: ScreeningRun[] = [];
  let before = positionBefore(page);
  let bytes = 0;
  for (let read = 0; read < READS_PER_PAGE; read += 1) {
    const ids = await newestRunIds(store, listing, { before, limit: limit + 1 });
    for (const { run } of await readRuns(store, caller, ids.slice(0, limit))) {
      const size = Buffer.byteLength(JSON.stringify(run));
      const isFull = items.length === limit || (bytes + size > PAGE_BYTES && items.length > 0);
      if (isFull) return { items, page, limit, nextPage: pageAfter(before) };
      before = positionOf(run.id);
      if (!fits(run, filter)) continue;
      items.push(run);
      bytes += size;
    }
    if (ids.length <= limit) return { items, page, limit, nextPage: null };
  }
  return { items, page, limit, nextPage: pageAfter(before) };
}

const fits = (run: ScreeningRun, { status, riskSubjectId, sessionId }: RunFilter) =>
  (status === undefined || run.status === status) &&
  (riskSubjectId === undefined || run.riskSubjectId === riskSubjectId) &&
  (sessionId === undefined || run.sessionId === sessionId);
