import { unavailable } from '@assay/foundation';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { ListId } from '../lists/list-id.ts';
import { addFault } from '../lists/list-state.ts';
import { readListState } from '../repository/list-states.ts';
import { workerChangeWrites, writeAll } from './record-list-change.ts';

const ATTEMPTS = 5;

/** Records a fault of the publisher's data. The active version stays. */
export async function raiseAttention(context: WorkerContext, key: ListId, reason: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await readListState(context.store, key);
    if (before.attentionReasons.includes(reason)) return;
    const after = addFault(before, 'publisher', reason);
    const change = { type: 'screening.list.refused', reasons: [reason] } as const;
    const writes = await workerChangeWrites(context, key, { before, after }, change);
    if (await writeAll(context, writes)) return;
  }
  throw unavailable('The list is being changed by other requests. Retry later.');
}
