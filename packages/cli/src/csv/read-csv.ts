import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { type CsvError, parse } from 'csv-parse';
import { EXIT, Failure, messageOf, usageError } from '../failure.ts';

interface CsvRow {
  /** Number of the row without the heading, starting at 1. */
  row: number;
  cells: readonly string[];
  /** Bytes of the file up to the end of this row. */
  bytes: number;
}

export interface CsvFile {
  headings: readonly string[];
  sizeBytes: number;
  rows(): AsyncGenerator<CsvRow, void, undefined>;
}

/** A longer record means a quote that is never closed. */
const RECORD_BYTES = 1024 * 1024;
const HEADING_BYTES = 64 * 1024;

/** Reads a CSV file as a stream, so that its size does not matter. */
export async function openCsv(path: string, delimiter?: string): Promise<CsvFile> {
  const first = await beginningOf(path);
  if (delimiter !== undefined && delimiter.length !== 1 && delimiter !== '\\t')
    throw usageError('--delimiter must be one character, or \\t.');
  const separator = delimiter === undefined ? delimiterIn(first) : delimiter.replace('\\t', '\t');
  const records = () => recordsOf(path, separator);
  const heading = await records().next();
  if (heading.done) throw usageError(`${path} is empty.`);
  const headings = heading.value.cells.map((cell) => cell.trim());
  const { size: sizeBytes } = await stat(path);
  return {
    headings,
    sizeBytes,
    async *rows() {
      const all = records();
      await all.next();
      yield* all;
    },
  };
}

async function* recordsOf(path: string, delimiter: string): AsyncGenerator<CsvRow, void, undefined> {
  const file = createReadStream(path);
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: RECORD_BYTES,
  });
  file.once('error', (error) => parser.destroy(error));
  try {
    // The heading is row 0.
    let row = 0;
    for await (const { record, info } of file.pipe(parser) as AsyncIterable<{
      record: string[];
      info: { bytes: number };
    }>) {
      yield { row, cells: record, bytes: info.bytes };
      row += 1;
    }
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number };
    throw new Failure(
      EXIT.usage,
      `${path} is not valid CSV${lines === undefined ? '' : ` near line ${lines}`}: ${messageOf(error)}`,
    );
  } finally {
    file.destroy();
  }
}

async function beginningOf(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADING_BYTES), 0, HEADING_BYTES, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw usageError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

/** The most frequent of comma, semicolon and tab in the heading, outside of quotes. */
function delimiterIn(text: string): string {
  const [heading = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n/);
  const occurrences = (one: string) => heading.split(one).length;
  return [',', ';', '\t'].reduce((best, one) => (occurrences(one) > occurrences(best) ? one : best));
}
