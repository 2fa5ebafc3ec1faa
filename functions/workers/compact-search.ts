import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { idTimeMs } from '#shared/platform/clock.ts';
import { placeAt, positionAt } from '#shared/platform/ids.ts';
import { compactSearch } from '#shared/platform/store/compact-search.ts';
import { repairSearch } from '#shared/platform/store/repair-search.ts';
import { streamWorker } from '#shared/worker.ts';

const SearchableRow = z.object({ pk: z.string(), sk: z.string(), id: z.uuid() });

/** Longer than any request runs: no row older than this can still be preceded by an uncommitted one. */
const SETTLING_MS = 60_000;
/**
 * About one row in this many triggers a compaction of its partition, so that the effort follows the
 * inserts.
 */
const ROWS_PER_COMPACTION = 64;
const RESERVE_MS = 15_000;
const BACKOFF_MS = 50;

/** Stream worker: keeps the search segments up to date with inserted searchable rows. */
export const handler = streamWorker('compactSearch', async ({ store, remainingMs }, rows) => {
  // The age of ids is measured with the clock that they are made with.
  const settled = placeAt(positionAt(new Date(idTimeMs() - SETTLING_MS))).place;
  const inserted = Map.groupBy(z.array(SearchableRow).parse(rows), ({ pk }) => pk);
  for (const [pk, newRows] of inserted) {
    const home = { table: 'risk', pk } as const;
    const isLate = newRows.some(({ sk }) => sk <= settled);
    const minimumRows = isLate ? { minimumRows: 1 } : {};
    let isMore = isLate || newRows.some(isSampled);
    while (isMore && remainingMs() > RESERVE_MS) {
      isMore = await compactSearch(store, home, { settled, ...minimumRows });
      if (isMore) await sleep(Math.random() * BACKOFF_MS);
    }
    // Only now: a compaction that began before these rows appeared can no longer commit.
    await repairSearch(
      store,
      home,
      newRows.map(({ sk }) => sk),
    );
  }
});

/** Samples by random bits of the id, which do not depend on its position. */
const isSampled = ({ id }: z.infer<typeof SearchableRow>) =>
  Number.parseInt(id.slice(-6, -2), 16) % ROWS_PER_COMPACTION === 0;
