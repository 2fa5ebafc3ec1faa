import { appendLeaves } from '@assay/foundation/merkle';
import type { WorkerContext } from '#shared/platform/context.ts';
import { positionAt } from '#shared/platform/ids.ts';
import { listCollection } from '#shared/platform/store/collection.ts';
import { eventsIn, historyOf } from '#shared/platform/store/history.ts';
import { type Item, TransactionRefused } from '#shared/platform/store/store.ts';
import { advanceLog, frontierOf, type LogHead } from './head.ts';
import { leafHashOf } from './leaf.ts';
import { placeWrites, readPartialTiles, tilesAfter, tileWrites } from './tiles.ts';

/** The event that a root was sealed. Alone it is no reason for another root. */
export const ROOT_SEALED = 'audit.root.sealed';

/** Leaves of one transaction: at most 17 tiles of leaves and as many places. */
const LEAVES_PER_STEP = 4_096;
const ROWS_PER_STEP = 4_096;

interface Step {
  head: LogHead;
  /** Whether every event before the time is a leaf. */
  isComplete: boolean;
}

interface Leaf {
  id: string;
  hash: string;
  isNews: boolean;
}

const leavesIn = (row: Item) =>
  eventsIn(row).map(({ position, value }) => ({
    position,
    value: { id: value.id, hash: leafHashOf(value), isNews: value.type !== ROOT_SEALED },
  }));

/**
 * Adds the next events before a time to the tree, in the order of their ids. The leaves follow from the history alone,
 * and the transaction has the condition that nothing was added meanwhile: a step that runs twice, or in two workers, adds
 * its events once. Undefined if another worker was faster.
 */
export async function appendStep(
  { store, newId }: WorkerContext,
  head: LogHead,
  until: Date,
): Promise<Step | undefined> {
  const last = positionAt(until) - 1;
  if (head.position >= last) return { head, isComplete: true };
  const { items, nextOffset } = await listCollection<Leaf>(store, historyOf(head), {
    offset: head.position,
    limit: LEAVES_PER_STEP,
    maxRows: ROWS_PER_STEP,
    bounds: { first: 1, last },
    expand: leavesIn,
  });
  const hashes = items.map(({ hash }) => hash);
  const frontier = appendLeaves(frontierOf(head), hashes);
  const changes = {
    size: frontier.size,
    frontier: [...frontier.hashes],
    position: nextOffset ?? last,
    hasNews: head.hasNews || items.some(({ isNews }) => isNews),
  };
  const partial = items.length > 0 ? await readPartialTiles(store, head, head.size) : [];
  const writes = [
    advanceLog(head, changes),
    ...tileWrites(head, tilesAfter(head.size, partial, hashes)),
    ...placeWrites(
      head,
      head.size,
      items.map(({ id }) => id),
    ),
  ];
  try {
    await store.transact(writes, newId());
  } catch (error) {
    if (error instanceof TransactionRefused) return undefined;
    throw error;
  }
  return { head: { ...head, ...changes }, isComplete: nextOffset === null };
}
