import { unavailable } from '@assay/foundation';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { PutObjectCommand, type S3ServiceException } from '@aws-sdk/client-s3';
import { s3Client } from '../aws-clients.ts';
import type { WorkerContext } from '../context.ts';
import { setting } from '../environment.ts';
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
/** Answers to a conditional write: the object exists, or another request is writing it right now. */
const EXISTS = 412;

/** A row has one object, named by its id and written if it is absent: rows that come twice change nothing. */
export async function archiveRows(_context: WorkerContext, rows: Item[]): Promise<void> {
  const left = rows.map(archivedRow);
  while (left.length > 0) await Promise.all(left.splice(0, AT_ONCE).map(putOnce));
}

async function putOnce({ key, body }: { key: string; body: string }): Promise<void> {
  const object = { Bucket: setting('JOURNAL_ARCHIVE'), Key: key, Body: body, ContentType: 'application/x-ndjson' };
  try {
    await s3Client().send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }));
  } catch (error) {
    const { $metadata } = error as S3ServiceException;
    if ($metadata?.httpStatusCode === EXISTS) return;
    // The key contains ids of a customer, and the worker logs what it throws.
    throw unavailable('The archive of the journal cannot be written.', 1);
  }
}
