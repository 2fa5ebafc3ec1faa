import { Problem } from '@assay/foundation';
import { parseCsv } from '@assay/foundation/csv';
import type { ListedEntry } from '@assay/watchlist';
import { ownColumnsOf } from '@assay/watchlist/own-columns';
import { collectEntries, type ListFiles, type ListReport, ListUnreadable } from '@assay/watchlist/parsers';
import { BATCH_HEAD_BYTES, OWN_LIST_ENTRIES, OWN_LIST_RECORD_BYTES, SHOWN_UNREAD_ROWS } from '../limits.ts';
import { decoded, type FileLayout, formOf, headingsOf, invalidColumns, textStart } from '../uploaded/file-layout.ts';
import { type RawRecord, recordAt } from '../uploaded/split-records.ts';
import { Belongings, isEntity, isListedSchema, rowOfFtm } from './ftm-row.ts';
import { type OwnColumn, ownRowOfCells } from './own-columns.ts';
import type { UnreadRow } from './own-list.ts';
import { derivedIds, entryOfRow, OwnRow } from './own-row.ts';

/** How the file of an own list is read. */
export interface OwnFormat {
  /** The meaning of headings of a CSV file that are not known. */
  columns?: Readonly<Record<string, OwnColumn>> | undefined;
  mostEntries?: number | undefined;
}

type OwnLayout = Pick<FileLayout, 'charset' | 'separator' | 'start'> & { columns: readonly OwnColumn[] | null };

/** Throws a problem that says what is wrong with the beginning of a file. */
export function ownLayoutOf(
  head: Buffer,
  { fileName, isWhole, columns: mapped = {} }: OwnFormat & { fileName: string; isWhole: boolean },
): OwnLayout {
  const { charset, start } = textStart(head, isWhole);
  if (!/\.csv$/i.test(fileName)) return { charset, separator: null, columns: null, start };
  const headed = headingsOf(head, { charset, start }, isWhole);
  const { columns, faults } = ownColumnsOf(headed.headings, mapped);
  if (faults.length > 0) throw invalidColumns('an own list', faults);
  return { charset, separator: headed.separator, columns, start: headed.start };
}

/** No entry of a file could be read. */
export class NothingReadable extends ListUnreadable {
  readonly unread: readonly UnreadRow[];
  readonly unreadCount: number;

  constructor(unread: readonly UnreadRow[], unreadCount: number) {
    super('no_entries', 'No row of the file is an entry.');
    this.unread = unread;
    this.unreadCount = unreadCount;
  }
}

/** Reads the file of an own list in any of its formats. Rows that are no entries are counted, and the first ones named. */
export async function readOwnList(
  files: ListFiles,
  onEntry: (entry: ListedEntry) => Promise<void>,
  { columns, mostEntries = OWN_LIST_ENTRIES }: OwnFormat,
): Promise<ListReport & { unread: UnreadRow[] }> {
  const [[fileName, chunks] = []] = Object.entries(files);
  if (fileName === undefined || !chunks) throw new ListUnreadable('missing_file', 'There is no file.');
  const layout = await layoutIn(chunks, { fileName, columns });
  const belongings = layout.columns ? new Belongings() : await belongingsIn(chunks, layout);
  const collector = collectEntries(onEntry);
  const nextId = derivedIds();
  const unread: UnreadRow[] = [];
  let [count, unreadCount] = [0, 0];
  for await (const { record, row } of rowsIn(chunks, layout)) {
    const stated = rowOf(row, belongings);
    if (stated === 'blank') continue;
    const fault = 'fault' in stated ? stated : await accept(stated.row);
    if (!fault) count += 1;
    if (count > mostEntries) throw new ListUnreadable('too_large', `An own list has at most ${mostEntries} entries.`);
    if (!fault) continue;
    unreadCount += 1;
    if (unread.length < SHOWN_UNREAD_ROWS)
      unread.push({ line: record.line, code: fault.code ?? 'invalid_row', detail: fault.fault });
  }
  if (count === 0) throw new NothingReadable(unread, unreadCount);
  return { ...collector.report(null), unread };

  async function accept(stated: unknown): Promise<Fault | undefined> {
    const parsed = OwnRow.safeParse(stated);
    if (!parsed.success) {
      collector.drop('malformed_row');
      const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'The row'}: ${message}.`);
      return { fault: faults.slice(0, SHOWN_FAULTS).join(' ') };
    }
    const read = entryOfRow(parsed.data, collector, nextId);
    if ('fault' in read) {
      collector.drop('malformed_row');
      return read;
    }
    const dropped = await collector.accept(read.entry, read);
    return dropped && { code: dropped, fault: DROPPED[dropped] ?? 'The row is no entry.' };
  }

  function rowOf(row: ReadRow, known: Belongings): Stated {
    if (row === 'blank') return row;
    if ('fault' in row) {
      collector.drop('malformed_row');
      return row;
    }
    if (!isEntity(row.row)) return row;
    if (!isListedSchema(row.row.schema) || row.row.target === false) {
      collector.outOfScope();
      return 'blank';
    }
    const entity = rowOfFtm(row.row, known);
    return entity ? { row: entity } : 'blank';
  }
}

const SHOWN_FAULTS = 3;

const DROPPED: Readonly<Record<string, string>> = {
  no_name: 'The row has no name that can be searched.',
  no_id: 'The row has no id.',
  duplicate_id: 'An earlier row has the same id.',
};

interface Fault {
  fault: string;
  code?: string;
}
type Stated = { row: unknown } | Fault | 'blank';
type ReadRow = Stated;

async function layoutIn(chunks: AsyncIterable<Uint8Array>, about: { fileName: string } & OwnFormat) {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let isWhole = true;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    isWhole = bytes < BATCH_HEAD_BYTES;
    if (!isWhole) break;
  }
  if (bytes === 0) throw new ListUnreadable('empty_file', 'The file is empty.');
  try {
    return ownLayoutOf(Buffer.concat(parts), { ...about, isWhole });
  } catch (error) {
    if (error instanceof Problem) throw new ListUnreadable('unexpected_format', error.message);
    throw error;
  }
}

/** Entities that belong to others can be anywhere in a file. */
async function belongingsIn(chunks: AsyncIterable<Uint8Array>, layout: OwnLayout): Promise<Belongings> {
  const belongings = new Belongings();
  for await (const { row } of rowsIn(chunks, layout))
    if (row !== 'blank' && 'row' in row && isEntity(row.row)) belongings.add(row.row);
  return belongings;
}

async function* rowsIn(
  chunks: AsyncIterable<Uint8Array>,
  layout: OwnLayout,
): AsyncGenerator<{ record: RawRecord; row: ReadRow }> {
  for await (const record of recordsIn(chunks, layout)) yield { record, row: readRecord(record, layout) };
}

/** Scanning a record begins anew with every block, so blocks are large. */
const BLOCK_BYTES = 1024 * 1024;

async function* recordsIn(
  chunks: AsyncIterable<Uint8Array>,
  { charset, separator, start }: OwnLayout,
): AsyncGenerator<RawRecord> {
  const form = { ...formOf({ charset, separator }), recordBytes: OWN_LIST_RECORD_BYTES };
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let skipped = start.offset;
  let line = start.line;
  const split = function* (isEnd: boolean): Generator<RawRecord> {
    const bytes = Buffer.concat(held);
    let at = { offset: Math.min(skipped, bytes.length), line };
    skipped -= at.offset;
    while (at.offset < bytes.length) {
      const record = recordAt(bytes, at, form, isEnd);
      if (!record) break;
      at = record.next;
      yield record;
    }
    const rest = bytes.subarray(at.offset);
    if (rest.length > 4 * OWN_LIST_RECORD_BYTES)
      throw new ListUnreadable('too_large', 'The file has a row that is too long.');
    held = rest.length > 0 ? [rest] : [];
    heldBytes = 0;
    line = at.line;
  };
  for await (const chunk of chunks) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= BLOCK_BYTES) yield* split(false);
  }
  yield* split(true);
}

function readRecord({ bytes }: RawRecord, { charset, separator, columns }: OwnLayout): ReadRow {
  if (!bytes) return { code: 'row_too_long', fault: 'The row is too long, or a quotation mark in it is never closed.' };
  const text = decoded(bytes, charset);
  if (text === undefined)
    return { code: 'invalid_encoding', fault: `The row has bytes that are not ${charset.toUpperCase()}.` };
  if (text.trim() === '') return 'blank';
  return columns ? rowOfCells(text, separator ?? ',', columns) : rowOfJson(text);
}

function rowOfCells(text: string, separator: string, columns: readonly OwnColumn[]): ReadRow {
  const [record] = parseCsv(text, separator) ?? [];
  if (!record) return { fault: 'A quotation mark is never closed.' };
  if (record.cells.every((cell) => cell.trim() === '')) return 'blank';
  if (record.cells.length > columns.length)
    return { fault: `The row has ${record.cells.length} cells, and there are ${columns.length} headings.` };
  return { row: ownRowOfCells(columns, record.cells) };
}

function rowOfJson(text: string): ReadRow {
  try {
    return { row: JSON.parse(text) };
  } catch {
    return { fault: 'The line is no JSON object.' };
  }
}
