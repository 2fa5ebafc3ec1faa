import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import type { WorkerContext } from '../context.ts';
import { setting } from '../environment.ts';
import { putOnce } from '../put-once.ts';
import { eventsIn } from './history.ts';
import type { Item } from './store.ts';

/**
 * Copies history events to a bucket whose objects cannot be changed or deleted for years. A copy has ids, times and the
 * digest of the whole event, not its reason and details: erasing an organization cannot reach it, and may leave no
 * personal data behind.
 */
export function archivedRow(row: Item): { key: string; body: string } {
  const { id, occurredAt, organizationId, mode, requestId } = row;
  const lines = eventsIn(row).map(({ value }) => {
    const { type, resource, resourceId, subjectId, actor } = value;
    const digest = sha256Hex(canonicalJson(value));
    return canonicalJson({
      id: value.id,
      type,
      resource,
      resourceId,
      subjectId,
      actor,
      occurredAt: value.occurredAt,
      organizationId,
      mode,
      requestId,
      digest,
    });
  });
  const day = String(occurredAt).slice(0, 'YYYY-MM-DD'.length);
  return { key: `events/${organizationId}/${mode}/${day}/${id}.jsonl`, body: `${lines.join('\n')}\n` };
}

/** Objects that a function writes at the same time. */
const AT_ONCE = 10;

/** A row has one object, named by its id and written if it is absent: rows that come twice change nothing. */
export async function archiveRows(_context: WorkerContext, rows: Item[]): Promise<void> {
  const bucket = setting('JOURNAL_ARCHIVE');
  const left = rows.map((row) => ({ ...archivedRow(row), bucket, contentType: 'application/x-ndjson' }));
  while (left.length > 0) await Promise.all(left.splice(0, AT_ONCE).map(putOnce));
}
