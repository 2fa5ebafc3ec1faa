import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { placeAt, positionAt } from '#shared/platform/ids.ts';
import { compactSearch } from '#shared/platform/store/compact-search.ts';
import { mendSearch } from '#shared/platform/store/mend-search.ts';
import { streamWorker } from '#shared/worker.ts';

const SearchableRow = z.object({ pk: z.string(), sk: z.string(), id: z.uuid() });

/** Longer than any request lasts: a row older than this has no predecessor under way. */
const SETTLING_MS = 60_000;
/** About one row in so many has its partition compacted, so that the effort follows the inserts. */
const ROWS_PER_COMPACTION = 64;
const RESERVE_MS = 15_000;
const BACKOFF_MS = 50;

/** From the stream: keeps the search segments up with the searchable rows that are inserted. */
export const handler = streamWorker('compactSearch', async ({ store, remainingMs }, rows) => {
  // Ids are made by the machine's own clock, so that is what tells their age.
  const settled = placeAt(positionAt(new Date(Date.now() - SETTLING_MS))).place;
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
    // Only now: a compaction that began before these rows appeared can no longer be committed.
    await mendSearch(
      store,
      home,
      newRows.map(({ sk }) => sk),
    );
  }
});

/** By bits of the id that are random and say nothing about its place. */
const isSampled = ({ id }: z.infer<typeof SearchableRow>) =>
  Number.parseInt(id.slice(-6, -2), 16) % ROWS_PER_COMPACTION === 0;
