import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { LookedBackRow } from '../look-backs/looked-back-row.ts';

/** Look-backs over watches: those that their worker has to continue, and what they have found, by watch. */
export const watchLookBacksPartition = (scope: Scope) => `${scopeKey(scope)}#watch-look-backs`;

const OPEN = 'open#';
const openKey = (scope: Scope, jobId: string): Key => ({ pk: watchLookBacksPartition(scope), sk: OPEN + jobId });
const foundKey = (scope: Scope, jobId: string, watchId: string): Key => ({
  pk: watchLookBacksPartition(scope),
  sk: `found#${jobId}#${watchId}`,
});

/** As long as the job. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;
const expiry = (now: Date) => ({ expiresAtSeconds: Math.floor(now.getTime() / 1000) + KEPT_SECONDS });

export const openLookBack = (scope: Scope, jobId: string, now: Date): Write => ({
  table: 'screening',
  put: { ...openKey(scope, jobId), jobId, ...expiry(now) },
});

export const closeLookBack = (scope: Scope, jobId: string): Write => ({
  table: 'screening',
  remove: openKey(scope, jobId),
});

/** The oldest of those that wait for the worker. */
export async function nextLookBack(store: Store, scope: Scope): Promise<string | undefined> {
  const pk = watchLookBacksPartition(scope);
  const { items } = await store.query('screening', { pk, from: OPEN, upTo: `${OPEN}~`, limit: 1 });
  return items[0] && String(items[0].jobId);
}

export async function readWatchFindings(
  store: Store,
  scope: Scope,
  jobId: string,
  watchIds: readonly string[],
): Promise<Map<string, LookedBackRow>> {
  const rows = await store.getMany(
    watchIds.map((watchId) => ({ table: 'screening', key: foundKey(scope, jobId, watchId) })),
  );
  return new Map(rows.flatMap((row, at) => (row ? [[watchIds[at] ?? '', LookedBackRow.parse(row.found)]] : [])));
}

export const putWatchFinding = (
  scope: Scope,
  { jobId, watchId, found, now }: { jobId: string; watchId: string; found: LookedBackRow; now: Date },
): Write => ({ table: 'screening', put: { ...foundKey(scope, jobId, watchId), found, ...expiry(now) } });

export const removeWatchFinding = (scope: Scope, jobId: string, watchId: string): Write => ({
  table: 'screening',
  remove: foundKey(scope, jobId, watchId),
});

/** In the order in which the watches were created, from a number on. */
export async function listWatchFindings(
  store: Store,
  scope: Scope,
  jobId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ found: LookedBackRow[]; hasMore: boolean }> {
  const pk = watchLookBacksPartition(scope);
  const prefix = `found#${jobId}#`;
  const found: LookedBackRow[] = [];
  let seen = 0;
  for (let from = prefix; ; ) {
    const { items, more } = await store.query('screening', { pk, from, upTo: `${prefix}~` });
    for (const row of items) {
      seen += 1;
      if (seen <= skip) continue;
      if (found.length === limit) return { found, hasMore: true };
      found.push(LookedBackRow.parse(row.found));
    }
    const last = items.at(-1);
    if (!more || !last) return { found, hasMore: false };
    from = `${last.sk}!`;
  }
}
