import { parseCsv } from '@assay/foundation/csv';
import * as z from 'zod';
import { BatchItem, ItemProblem } from '../batch.ts';
import { itemOf } from './batch-columns.ts';
import type { BatchFormat } from './batch-format.ts';
import { decoded, type FileLayout } from './file-layout.ts';
import { itemOfEntity } from './ftm-item.ts';
import type { RawRecord } from './split-records.ts';

/** A row of a file: an item, or why it cannot be screened. */
export const UploadedRow = z.object({
  line: z.int(),
  item: BatchItem.optional(),
  problem: ItemProblem.optional(),
  /** Number of the earlier row that is the same and is screened instead; rows are numbered from 0. */
  same: z.int().optional(),
});
export type UploadedRow = z.infer<typeof UploadedRow>;

/** Undefined for a line without content. */
export function readRow(record: RawRecord, layout: FileLayout, format: BatchFormat): UploadedRow | undefined {
  const { line, bytes } = record;
  if (!bytes) return rowTooLong(line);
  const text = decoded(bytes, layout.charset);
  if (text === undefined)
    return refusedRow(line, 'invalid_encoding', `The row has bytes that are not ${layout.charset.toUpperCase()}.`);
  if (text.trim() === '') return undefined;
  const stated = statedIn(text, layout, format);
  if (stated === 'blank') return undefined;
  if ('fault' in stated) return refusedRow(line, stated.code ?? 'invalid_row', stated.fault);
  const item = BatchItem.safeParse(stated.item);
  if (item.success) return { line, item: item.data };
  const faults = item.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`);
  return refusedRow(line, 'invalid_row', faults.slice(0, SHOWN_FAULTS).join(' '));
}

const SHOWN_FAULTS = 5;

const refusedRow = (line: number, code: string, detail: string): UploadedRow => ({ line, problem: { code, detail } });

export const rowTooLong = (line: number) =>
  refusedRow(line, 'row_too_long', 'The row is too long, or a quotation mark in it is never closed.');

type Stated = { item: unknown } | { fault: string; code?: string } | 'blank';

function statedIn(text: string, layout: FileLayout, format: BatchFormat): Stated {
  if (layout.columns) return rowOfCells(text, layout, layout.columns);
  const stated = rowOfJson(text);
  return format === 'ftm' && 'item' in stated ? rowOfEntity(stated.item) : stated;
}

function rowOfEntity(entity: unknown): Stated {
  const item = itemOfEntity(entity);
  if (item === 'not_an_entity') return { fault: 'The line is no entity with a `schema` and `properties`.' };
  return item ? { item } : { code: 'schema_not_screened', fault: 'Entities of this schema are not screened.' };
}

function rowOfCells(text: string, { separator }: FileLayout, columns: NonNullable<FileLayout['columns']>): Stated {
  const [record] = parseCsv(text, separator ?? ',') ?? [];
  if (!record) return { fault: 'A quotation mark is never closed.' };
  if (record.cells.every((cell) => cell.trim() === '')) return 'blank';
  if (record.cells.length > columns.length)
    return { fault: `The row has ${record.cells.length} cells, and there are ${columns.length} headings.` };
  return { item: itemOf(columns, record.cells) };
}

function rowOfJson(text: string): { item: unknown } | { fault: string } {
  try {
    return { item: JSON.parse(text) };
  } catch {
    return { fault: 'The line is not JSON.' };
  }
}
