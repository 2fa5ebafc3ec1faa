import { conflict, refused } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { parseCsv } from '@assay/foundation/csv';
import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import { BatchItem } from '../batch.ts';
import { OWN_CASES, OWN_CASES_BYTES, OWN_FILE_FAULTS } from '../limits.ts';
import { readUpload, sizeOfUpload } from '../repository/batch-objects.ts';
import { columnsOf, itemOf } from '../uploaded/batch-columns.ts';
import { decoded, headingsOf, invalidColumns, textStart } from '../uploaded/file-layout.ts';
import type { ListedIn, OwnDeviation } from './own-cases.ts';

/** A customer of the file, and in a file of cases what is expected. */
export interface OwnRow extends ListedIn {
  line: number;
  item: BatchItem;
  expected: OwnDeviation['expected'] | undefined;
}

/** `cases`: every row says what is expected. `customers`: none does, since nobody is on a list. */
export type OwnFileKind = 'cases' | 'customers';

/** A file that a test reads. Its digest is stored, so that no other file can take its place. */
export const OwnFile = z.object({ uploadId: z.uuid(), sha256: z.string(), rows: z.int() });
export type OwnFile = z.infer<typeof OwnFile>;

const Expectation = z.object({
  expected: z.enum(['found', 'not_found']),
  list: z.string().min(1).max(100).optional(),
  entryId: z.string().min(1).max(200).optional(),
});

/** Reads the whole file, so that a wrong row is refused when the test is started. */
export async function requireOwnFile(
  scope: Scope,
  uploadId: string,
  kind: OwnFileKind,
): Promise<{ file: OwnFile; rows: OwnRow[] }> {
  const sizeBytes = await sizeOfUpload(scope, uploadId);
  if (sizeBytes === undefined)
    throw conflict('upload_missing', 'No file has been uploaded for this `uploadId`. Upload it again.');
  if (sizeBytes > OWN_CASES_BYTES)
    throw refused('too_many_cases', `A file of a test has at most ${OWN_CASES_BYTES} bytes and ${OWN_CASES} rows.`);
  const bytes = (await readUpload(scope, uploadId, { offset: 0, length: sizeBytes })) ?? Buffer.alloc(0);
  const rows = ownRows(bytes, kind);
  return { file: { uploadId, sha256: sha256Hex(bytes), rows: rows.length }, rows };
}

/** The rows of a file that a test has read before; undefined if it is gone or is another file now. */
export async function readOwnFile(scope: Scope, file: OwnFile, kind: OwnFileKind): Promise<OwnRow[] | undefined> {
  const sizeBytes = await sizeOfUpload(scope, file.uploadId);
  const bytes = sizeBytes && (await readUpload(scope, file.uploadId, { offset: 0, length: sizeBytes }));
  return bytes && sha256Hex(bytes) === file.sha256 ? ownRows(bytes, kind) : undefined;
}

/** CSV, or NDJSON if the file begins with a brace. */
function ownRows(bytes: Buffer, kind: OwnFileKind): OwnRow[] {
  const { charset, start } = textStart(bytes, true);
  const text = decoded(bytes.subarray(start.offset), charset) ?? '';
  const stated = text.trimStart().startsWith('{') ? jsonRows(text) : csvRows(bytes, text, kind);
  if (stated.length === 0) throw refused('no_rows', 'The file has no rows.');
  if (stated.length > OWN_CASES) throw refused('too_many_cases', `A file of a test has at most ${OWN_CASES} rows.`);
  const faults: { path: string; message: string }[] = [];
  const rows = stated.flatMap(({ line, value }) => {
    const { row, fault } = rowOf(value, line, kind);
    if (fault !== undefined) faults.push({ path: `line ${line}`, message: fault });
    return row ? [row] : [];
  });
  if (faults.length > 0)
    throw refused('invalid_cases', `${faults.length} rows cannot be read.`, faults.slice(0, OWN_FILE_FAULTS));
  return rows;
}

interface StatedRow {
  line: number;
  value: unknown;
}

function jsonRows(text: string): StatedRow[] {
  return text.split(/\r\n|\r|\n/).flatMap((source, index) => {
    if (source.trim() === '') return [];
    try {
      return [{ line: index + 1, value: JSON.parse(source) }];
    } catch {
      return [{ line: index + 1, value: undefined }];
    }
  });
}

const EXPECTATION_COLUMNS = ['expected', 'list', 'entryId'] as const;

function csvRows(bytes: Buffer, text: string, kind: OwnFileKind): StatedRow[] {
  const { separator, headings } = headingsOf(bytes, textStart(bytes, true), true);
  const ownAt = (column: string) =>
    kind === 'cases' ? headings.findIndex((heading) => heading.trim().toLowerCase() === column.toLowerCase()) : -1;
  const own = EXPECTATION_COLUMNS.map((column) => [column, ownAt(column)] as const).filter(([, at]) => at >= 0);
  const ignored = Object.fromEntries(own.map(([, at]) => [headings[at]?.trim() ?? '', 'ignore' as const]));
  const { columns, faults } = columnsOf(headings, ignored);
  if (faults.length > 0) throw invalidColumns('a test', faults);
  const [, ...records] = parseCsv(text, separator) ?? [];
  return records.map(({ line, cells }) => ({
    line,
    value: {
      ...itemOf(columns, cells),
      ...Object.fromEntries(own.flatMap(([column, at]) => (cells[at]?.trim() ? [[column, cells[at].trim()]] : []))),
    },
  }));
}

function rowOf(value: unknown, line: number, kind: OwnFileKind): { row?: OwnRow; fault?: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'The line is not a JSON object.' };
  const { expected, list, entryId, ...rest } = value as Record<string, unknown>;
  const item = BatchItem.safeParse(kind === 'cases' ? rest : value);
  if (!item.success) return { fault: faultsIn(item.error) };
  if (kind === 'customers') return { row: { line, item: item.data, expected: undefined } };
  const stated = Expectation.safeParse({ expected, list, entryId });
  if (!stated.success) return { fault: faultsIn(stated.error) };
  return { row: { line, item: item.data, ...stated.data } };
}

/** Names members, never their values. */
const faultsIn = ({ issues }: z.ZodError) =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.')}: ${message}.`)
    .join(' ');
