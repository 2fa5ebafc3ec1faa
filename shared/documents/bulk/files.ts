import { getBlob, presignedGet, putBlob } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { jobFileKey } from '#shared/platform/jobs/job-files.ts';
import { BulkContent } from './bulk-send.ts';

const contentKey = (scope: Scope, id: string) => `${jobFileKey(scope, id)}.rows`;

export const putContent = (scope: Scope, id: string, content: BulkContent) =>
  putBlob('exports', contentKey(scope, id), Buffer.from(JSON.stringify(content)));

/** A job takes many steps in one process, and the content does not change. */
let latest: { key: string; content: BulkContent } | undefined;

export async function readContent(scope: Scope, id: string): Promise<BulkContent> {
  const key = contentKey(scope, id);
  if (latest?.key === key) return latest.content;
  const bytes = await getBlob('exports', key);
  if (!bytes) throw new Error('The rows of a bulk send are missing.');
  const content = BulkContent.parse(JSON.parse(bytes.toString()));
  latest = { key, content };
  return content;
}

/**
 * Writes the report up to the end of a step. A step that runs again finds lines of its first run after the bytes that
 * were recorded, and writes them anew.
 */
export async function extendReport(scope: Scope, id: string, reportBytes: number, lines: string): Promise<number> {
  const key = jobFileKey(scope, id);
  const before = reportBytes === 0 ? Buffer.alloc(0) : await getBlob('exports', key);
  if (!before) throw new Error('The report of a bulk send is missing.');
  const report = Buffer.concat([before.subarray(0, reportBytes), Buffer.from(lines)]);
  await putBlob('exports', key, report);
  return report.length;
}

/** The bucket deletes files after 7 days, so a bulk send that waits for another day writes its files again. */
export async function renewFiles(scope: Scope, id: string, content: BulkContent, reportBytes: number): Promise<void> {
  await putContent(scope, id, content);
  if (reportBytes > 0) await extendReport(scope, id, reportBytes, '');
}

export const reportUrl = (scope: Scope, id: string, fileName: string) =>
  presignedGet('exports', jobFileKey(scope, id), `attachment; filename="${fileName}"`);
