import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { FileLimits } from './file-limits.ts';
import { raise, unreadable } from './list-unreadable.ts';
import { type ListFile, textChunks } from './text-chunks.ts';

/** The rows of an RFC 4180 file, with any number of cells: the parser of the list checks them. */
export async function* csvRows(file: ListFile, limits: FileLimits, delimiter = ','): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.recordChars,
  });
  // Errors of the input surface in the parser below and are not reported twice.
  const feeding = pipeline(Readable.from(textChunks(file, limits)), parser).catch(() => undefined);
  try {
    for await (const row of parser) yield row as string[];
  } catch (problem) {
    refuse(file.name, problem);
  } finally {
    await feeding;
  }
}

function refuse(name: string, problem: unknown): never {
  if (!(problem instanceof CsvError)) return raise(problem);
  if (problem.code === 'CSV_QUOTE_NOT_CLOSED')
    return unreadable('truncated', `${name} ends in the middle of a quoted cell.`);
  if (problem.code === 'CSV_MAX_RECORD_SIZE') return unreadable('too_large', `${name} has a row that is too long.`);
  return unreadable('malformed', `${name} is not a well-formed CSV file.`);
}
