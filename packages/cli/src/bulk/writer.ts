import { csvLine } from '@assay/foundation/csv';
import type { Invocation } from '../invocation.ts';
import { facts, jsonText, printable, table } from '../terminal.ts';
import type { Journal } from './journal.ts';

/** The result of a row. */
export interface ResultLine {
  row: number;
  outcome: string;
  values: Record<string, unknown>;
  /** More than fits into a table; written to JSON lines only. */
  details: Record<string, unknown> | undefined;
  fault: { code: string; detail: string } | undefined;
}

export const REFUSED = 'refused';
/** Refused rows that the summary of a run names. */
export const SHOWN_FAULTS = 10;
const FLUSH_CHARACTERS = 64 * 1024;
const FLUSH_MS = 1_000;

/** The text of result lines as CSV or JSON lines. */
export class ResultFormat {
  readonly #columns: readonly string[];
  readonly #isCsv: boolean;

  constructor(results: readonly string[], format: string) {
    this.#columns = ['row', 'outcome', ...results, 'code', 'detail'];
    this.#isCsv = format === 'csv';
  }

  get heading(): string {
    return this.#isCsv ? csvLine(this.#columns) : '';
  }

  line({ row, outcome, values, details, fault }: ResultLine): string {
    const all: Record<string, unknown> = { row, outcome, ...values, ...(fault && pickFault(fault)) };
    return this.#isCsv
      ? csvLine(this.#columns.map((column) => all[column]))
      : `${JSON.stringify({ ...all, ...details })}\n`;
  }
}

/** Collects lines and writes them with a checkpoint, at least every second. */
export class Writer {
  readonly #journal: Journal;
  readonly #format: ResultFormat;
  readonly counts: Record<string, number>;
  readonly faults: { row: number; code: string; detail: string }[] = [];
  rows: number;
  #text = '';
  #flushedMs = Date.now();

  constructor(journal: Journal, results: readonly string[], format: string) {
    this.#journal = journal;
    this.#format = new ResultFormat(results, format);
    this.rows = journal.start.rows;
    this.counts = { ...journal.start.counts };
    if (journal.start.bytes === 0) this.#text = this.#format.heading;
  }

  add(line: ResultLine): void {
    const { row, outcome, fault } = line;
    this.rows = row;
    this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
    if (fault && this.faults.length < SHOWN_FAULTS) this.faults.push({ row, ...pickFault(fault) });
    this.#text += this.#format.line(line);
    if (this.#text.length > FLUSH_CHARACTERS || Date.now() - this.#flushedMs > FLUSH_MS) this.flush();
  }

  flush(): void {
    if (this.#text !== '') this.#journal.write(this.#text, { rows: this.rows, counts: this.counts });
    this.#text = '';
    this.#flushedMs = Date.now();
  }
}

export const pickFault = ({ code, detail }: { code: string; detail: string }) => ({ code, detail });

export function summarize(
  { terminal, isJson }: Invocation,
  { rows, counts, faults }: Writer,
  about: { output: string; isFinished: boolean; batchId?: string },
): void {
  const { output, isFinished, batchId } = about;
  if (isJson) {
    terminal.out(jsonText({ rows, counts, output, isFinished, ...(batchId && { batchId }), refused: faults }));
    return;
  }
  facts(terminal, { rows, ...counts, results: output, batch: batchId });
  if (faults.length === 0) return;
  const refused = counts[REFUSED] ?? 0;
  terminal.out(`\nRefused rows${refused > faults.length ? ` (${faults.length} of ${refused})` : ''}:`);
  table(
    terminal,
    ['row', 'code', 'detail'],
    faults.map(({ row, code, detail }) => [row, code, printable(detail)]),
  );
}
