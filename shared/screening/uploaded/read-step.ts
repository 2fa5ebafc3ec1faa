import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/foundation/canonical-json';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { type JobContext, JobFailure } from '#shared/platform/jobs/run-job.ts';
import { BATCH_CHUNK_ROWS, BATCH_ROWS } from '../limits.ts';
import { putRows, readRows, readUpload } from '../repository/batch-objects.ts';
import { nextFailedRows, unlessErased } from './failed-rows.ts';
import { formOf } from './file-layout.ts';
import { type OpenBatch, openBatch } from './open-batch.ts';
import { readRow, rowTooLong, type UploadedRow } from './read-row.ts';
import { REPEATED_SUBJECT } from './repeatable-rows.ts';
import { lineEnd, type Position, recordAt } from './split-records.ts';
import type { BatchState } from './stored-upload.ts';

/** Read from the bucket at once. */
const BLOCK_BYTES = 4 * 1024 * 1024;
const CHUNKS_AT_ONCE = 8;

/**
 * Reads the next rows of the file, or of an earlier batch, and stores them in encrypted chunks of a thousand. A step that runs
 * again from the same state stores the same rows under the same names.
 */
export async function readStep(
  context: JobContext,
  batch: OpenBatch,
  { state, position }: { state: BatchState; position: Position },
): Promise<BatchState> {
  const seen = await seenUpTo(batch, state.rows);
  const { failedRowsOf } = batch.upload;
  const read =
    failedRowsOf === undefined
      ? { ...(await nextRows(batch, position)), leftOut: undefined }
      : await unlessErased(openBatch(context, failedRowsOf).then((earlier) => nextFailedRows(earlier, position)));
  const { rows, next, leftOut } = read;
  const total = state.rows + rows.length;
  if (total > BATCH_ROWS) throw new JobFailure('too_many_rows', `The file has more than ${BATCH_ROWS} rows.`);
  if (total === 0) throw noRows(failedRowsOf !== undefined);
  const marked = rows.map((row, index) => seen.mark(row, state.rows + index));
  const first = state.rows / BATCH_CHUNK_ROWS;
  const chunks = Array.from({ length: Math.ceil(rows.length / BATCH_CHUNK_ROWS) }, (_, index) => index);
  await mapConcurrently(chunks, CHUNKS_AT_ONCE, (chunk) =>
    putRows(batch.objects, first + chunk, marked.slice(chunk * BATCH_CHUNK_ROWS, (chunk + 1) * BATCH_CHUNK_ROWS)),
  );
  latest = { batchId: batch.id, rows: total, seen };
  return {
    ...state,
    position: next,
    rows: total,
    ...(leftOut !== undefined && { leftOutRows: (state.leftOutRows ?? 0) + leftOut }),
  };
}

const noRows = (isOfFailedRows: boolean) =>
  isOfFailedRows
    ? new JobFailure('no_failed_rows', 'No row of the earlier batch has failed for a reason that may pass.')
    : new JobFailure('no_rows', 'The file has no rows.');

/** Whole chunks from a position on; at the end of the file also what is left. */
async function nextRows(batch: OpenBatch, position: Position): Promise<{ rows: UploadedRow[]; next: Position | null }> {
  const { format, layout, sizeBytes } = batch.upload;
  const rows: UploadedRow[] = [];
  let whole = { count: 0, next: position };
  for (let at = position; at.offset < sizeBytes; ) {
    const { bytes, isEnd } = await blockAt(batch, at.offset);
    let within: Position = { offset: 0, line: at.line };
    while (within.offset < bytes.length) {
      const record = recordAt(bytes, within, formOf(layout), isEnd);
      if (!record) break;
      within = record.next;
      const row = readRow(record, layout, format);
      if (!row) continue;
      rows.push(row);
      if (rows.length % BATCH_CHUNK_ROWS === 0)
        whole = { count: rows.length, next: { offset: at.offset + within.offset, line: within.line } };
    }
    if (within.offset === 0) {
      rows.push(rowTooLong(at.line));
      at = { offset: await endOfLongLine(batch, at.offset), line: at.line + 1 };
    } else at = { offset: at.offset + within.offset, line: within.line };
    // A few records of the block may be left: they are read again by the next step.
    if (whole.count > 0 && at.offset < sizeBytes) return { rows: rows.slice(0, whole.count), next: whole.next };
  }
  return { rows, next: null };
}

async function blockAt({ objects, upload: { sizeBytes, uploadId } }: OpenBatch, offset: number) {
  const length = Math.min(BLOCK_BYTES, sizeBytes - offset);
  const bytes = await readUpload(objects.scope, uploadId, { offset, length });
  if (bytes?.length !== length) throw new JobFailure('upload_missing', 'The uploaded file is gone, or was replaced.');
  return { bytes, isEnd: offset + length >= sizeBytes };
}

/** Where the line after one that is longer than a block begins. */
async function endOfLongLine(batch: OpenBatch, start: number): Promise<number> {
  const form = formOf(batch.upload.layout);
  for (let offset = start; ; ) {
    const { bytes, isEnd } = await blockAt(batch, offset);
    const end = lineEnd(bytes, 0, form, isEnd);
    if (end !== undefined) return offset + end;
    // A line break of two characters can be in two blocks.
    offset += bytes.length - form.width;
  }
}

/** Which rows are the same as an earlier one. */
class SeenRows {
  private readonly first = new Map<string, number>();
  private readonly subjects = new Set<string>();

  /** Rows are numbered from 0, in the order of the file. */
  mark(row: UploadedRow, number: number): UploadedRow {
    const { item } = row;
    if (!item) return row;
    const { subject, riskSubjectId = null } = item;
    const digest = hash('sha256', canonicalJson([subject, riskSubjectId]), 'base64url');
    const same = this.first.get(digest);
    if (same !== undefined && same !== number) return { ...row, same };
    this.first.set(digest, number);
    if (riskSubjectId === null) return row;
    if (this.subjects.has(riskSubjectId)) return { ...row, problem: REPEATED_SUBJECT };
    this.subjects.add(riskSubjectId);
    return row;
  }
}

/** A job takes many steps in one process. */
let latest: { batchId: string; rows: number; seen: SeenRows } | undefined;

/** Read again from the stored chunks if another process read them, or a step failed after it had begun. */
async function seenUpTo({ id, objects }: OpenBatch, rows: number): Promise<SeenRows> {
  const known = latest;
  latest = undefined;
  if (known?.batchId === id && known.rows === rows) return known.seen;
  const seen = new SeenRows();
  for (let chunk = 0; chunk * BATCH_CHUNK_ROWS < rows; chunk += 1)
    for (const [index, row] of (await readRows(objects, chunk)).entries())
      seen.mark(row, chunk * BATCH_CHUNK_ROWS + index);
  return seen;
}
