import { refused } from '@assay/foundation';
import { delimiterOf, parseCsv } from '@assay/foundation/csv';
import * as z from 'zod';
import { BatchColumn, columnsOf } from './batch-columns.ts';
import type { BatchFormat } from './batch-format.ts';
import { type ByteForm, recordAt } from './split-records.ts';

/** How a file is read: found once, from its beginning. */
export const FileLayout = z.object({
  charset: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  /** Of a CSV file. */
  separator: z.string().nullable(),
  columns: z.array(BatchColumn).nullable(),
  /** Where its first row begins. */
  start: z.object({ offset: z.int(), line: z.int() }),
});
export type FileLayout = z.infer<typeof FileLayout>;

const MARKS: readonly { charset: FileLayout['charset']; bytes: readonly number[] }[] = [
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
];

interface Asked {
  format: BatchFormat;
  columns: Readonly<Record<string, BatchColumn>>;
  /** Whether the bytes are the whole file. */
  isWhole: boolean;
}

const NO_TEXT: readonly { what: string; bytes: readonly number[] }[] = [
  { what: 'compressed with gzip. Upload it unpacked', bytes: [0x1f, 0x8b] },
  { what: 'a ZIP archive or a workbook. Upload it as CSV', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { what: 'a workbook of an old kind. Upload it as CSV', bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  { what: 'a PDF. Upload CSV or NDJSON', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
];

const beginsWith = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);

function assertText(head: Buffer, charset: FileLayout['charset']): void {
  const known = NO_TEXT.find(({ bytes }) => beginsWith(head, bytes));
  if (known) throw refused('unsupported_file', `The file is ${known.what}.`);
  if (!charset.startsWith('utf-16') && head.includes(0))
    throw refused('unsupported_file', 'The file is not text: it has zero bytes. UTF-16 needs a byte order mark.');
}

/** The layout of a file by its first bytes. A file whose headings are not known is refused. */
export function layoutOf(head: Buffer, { format, columns: mapped, isWhole }: Asked): FileLayout {
  const { charset, start } = textStart(head, isWhole);
  if (format !== 'csv') return { charset, separator: null, columns: null, start };
  const headed = headingsOf(head, { charset, start }, isWhole);
  const { columns, faults } = columnsOf(headed.headings, mapped);
  if (faults.length > 0) throw invalidColumns('a batch', faults);
  return { charset, separator: headed.separator, columns, start: headed.start };
}

type TextStart = Pick<FileLayout, 'charset' | 'start'>;

/** The character set of a text, and where it begins. Another file is refused. */
export function textStart(head: Buffer, isWhole: boolean): TextStart {
  const mark = MARKS.find(({ bytes }) => beginsWith(head, bytes));
  const charset = mark?.charset ?? (isUtf8(head, isWhole) ? 'utf-8' : 'windows-1252');
  assertText(head, charset);
  return { charset, start: { offset: mark?.bytes.length ?? 0, line: 1 } };
}

/** The headings of a CSV file, and where its first row begins. */
export function headingsOf(head: Buffer, { charset, start }: TextStart, isWhole: boolean) {
  const text = new TextDecoder(charset).decode(head.subarray(start.offset));
  const separator = delimiterOf(text.replace(/^[\r\n]+/, ''));
  for (let at = start; ; ) {
    const record = recordAt(head, at, formOf({ charset, separator }), isWhole);
    if (!record || record.next.offset >= head.length) throw noRows();
    at = record.next;
    if (record.bytes?.length === 0) continue;
    const [headings] = parseCsv(decoded(record.bytes ?? Buffer.alloc(0), charset) ?? '', separator) ?? [];
    return { separator, headings: headings?.cells ?? [], start: at };
  }
}

export const invalidColumns = (what: string, faults: readonly string[]) =>
  refused(
    'invalid_columns',
    `The headings in the first line of the file are not those of ${what}. See \`errors\`.`,
    faults.map((message) => ({ path: 'columns', message })),
  );

const noRows = () => refused('no_rows', 'The file has no rows after its headings.');

/** A character that is cut at the end of the bytes is no fault. */
function isUtf8(bytes: Buffer, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

export const formOf = ({ charset, separator }: Pick<FileLayout, 'charset' | 'separator'>): ByteForm => ({
  width: charset.startsWith('utf-16') ? 2 : 1,
  isBigEndian: charset === 'utf-16be',
  separator: separator?.charCodeAt(0),
});

/** The text of a record; undefined if its bytes are none of the character set. */
export function decoded(bytes: Uint8Array, charset: FileLayout['charset']): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
