import { randomUUID } from 'node:crypto';
import { AssayProblem, type Client } from '../client.ts';
import { open } from '../connect.ts';
import { type Columns, type CsvCell, cellsOf, columnsOf } from '../csv/columns.ts';
import { type CsvFile, openCsv } from '../csv/read-csv.ts';
import { EXIT, type ExitCode } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { connectionOf } from '../profiles/connection.ts';
import { count, facts, jsonText, printable, table } from '../terminal.ts';
import { Cancellations } from './cancellations.ts';
import { onInterrupt } from './interrupt.ts';
import { Journal, sha256OfFile, withOutput } from './journal.ts';
import { mapInOrder, Stopped } from './pool.ts';
import { Progress } from './progress.ts';
import { throttledFetch } from './throttle.ts';
import { pickFault, REFUSED, type ResultLine, SHOWN_FAULTS, summarize, Writer } from './writer.ts';

/** One request per row of a file, as a command describes it. */
export interface Job<Prepared, Request> {
  /** What a file can have, in the order of the help. */
  columns: readonly string[];
  /** Other headings by which a column is found. */
  synonyms?: Readonly<Record<string, readonly string[]>>;
  /** Checks the columns that were found, before anything is sent. Throws a usage error. */
  checkColumns(columns: Columns): void;
  /** Headings of the result file. */
  results: readonly string[];
  /** Options that change the requests, so that a run with others cannot be resumed. */
  options: unknown;
  /** Reads what all rows need. Its result is stored, so that a resumed run uses the same. */
  prepare(client: Client): Promise<Prepared>;
  /** The request of a row, or the reason why it has none. */
  request(cell: CsvCell): Request | RowFault;
  send(client: Client, request: Request, context: SendContext<Prepared>): Promise<RowResult>;
  /** Results of a refused or invalid row besides `code` and `detail`, such as its id. */
  identify(cell: CsvCell): Record<string, unknown>;
}

interface SendContext<Prepared> {
  prepared: Prepared;
  idempotencyKey: string;
  signal: AbortSignal;
}

/** Why a row cannot be sent or was refused. Other rows go on. */
export class RowFault extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }

  get detail(): string {
    return this.message;
  }
}

interface RowResult extends Pick<ResultLine, 'outcome' | 'values'> {
  details?: Record<string, unknown>;
}

interface Line {
  result: ResultLine;
  /** Bytes of the file up to the end of the row. */
  bytes: number;
}

const CONCURRENCY = 8;
/** Throttled and failed requests are repeated for some minutes before the run gives up. */
export const RETRY = { attempts: 10, maxPauseMs: 120_000 };

/** Runs a job over a file, and resumes it where an earlier process stopped. */
export async function runJob<Prepared, Request>(
  invocation: Invocation,
  job: Job<Prepared, Request>,
): Promise<ExitCode> {
  const input = invocation.argument(0);
  const file = await openCsv(input, invocation.text('delimiter'));
  const columns = columnsOf(file.headings, job, invocation.texts('map'));
  job.checkColumns(columns);
  if (invocation.flag('dry-run')) return dryRun(invocation, job, { file, columns });

  const { format, output } = outputOf(invocation, input.replace(/\.csv$/i, ''));
  return withOutput(output, () => work(invocation, job, { file, columns, format, output }));
}

/** Where results are written: `--out`, or a file beside the input. */
export function outputOf(invocation: Invocation, name: string): { format: string; output: string } {
  const format = outputFormatOf(invocation);
  return { format, output: invocation.text('out') ?? `${name}.results.${format}` };
}

export function outputFormatOf(invocation: Invocation): string {
  const out = invocation.text('out') ?? '';
  return invocation.text('format') ?? (/\.(jsonl|ndjson)$/i.test(out) ? 'jsonl' : 'csv');
}

async function work<Prepared, Request>(
  invocation: Invocation,
  job: Job<Prepared, Request>,
  { file, columns, format, output }: { file: CsvFile; columns: Columns; format: string; output: string },
): Promise<ExitCode> {
  const { terminal } = invocation;
  const connection = connectionOf(invocation);
  let progress: Progress | undefined;
  const send = throttledFetch(fetch, (seconds) => {
    if (progress) progress.note = `throttled, waiting ${seconds} s`;
  });
  const client = open(connection, { fetch: send, retry: RETRY });
  const identity = {
    inputSha256: await sha256OfFile(invocation.argument(0)),
    options: JSON.parse(
      JSON.stringify({ url: connection.url, mode: connection.mode, format, columns: [...columns], job: job.options }),
    ),
  };
  const journal =
    Journal.find(output, identity, invocation.flag('restart')) ??
    Journal.create(output, { runId: randomUUID(), ...identity, prepared: await job.prepare(client) });
  const { start, heading } = journal;
  if (start.rows > 0) terminal.err(`Resuming after ${count(start.rows, 'row')}.`);
  progress = new Progress(terminal, { sizeBytes: file.sizeBytes, startRows: start.rows });

  const stop = new AbortController();
  const requests = new Cancellations();
  const release = onInterrupt(terminal, stop, 'Stopping after the requests in progress.');
  const writer = new Writer(journal, job.results, format);
  let ending: unknown;
  try {
    const rows = mapInOrder(
      rowsAfter(file, start.rows, stop.signal),
      { concurrency: concurrencyOf(invocation), stop: stop.signal },
      (row) =>
        requests.track(async (signal): Promise<Line> => {
          const result = await lineOf(job, client, row.row, {
            cell: cellsOf(columns, row.cells),
            prepared: heading.prepared as Prepared,
            idempotencyKey: `cli-${heading.runId}-${row.row}`,
            signal,
          });
          return { result, bytes: row.bytes };
        }),
    );
    for await (const { result, bytes } of rows) {
      progress.note = '';
      writer.add(result);
      progress.show({ rows: writer.rows, bytes, counts: writer.counts });
    }
  } catch (error) {
    ending = error;
    stop.abort();
    requests.cancel();
  } finally {
    release();
    writer.flush();
  }
  const isInterrupted = stop.signal.aborted && (ending === undefined || ending instanceof Stopped);
  const isFinished = ending === undefined && !stop.signal.aborted;
  journal.close({ isFinished });
  progress.clear();
  summarize(invocation, writer, { output, isFinished });
  if (isFinished) return (writer.counts[REFUSED] ?? 0) > 0 ? EXIT.refused : EXIT.ok;
  terminal.err(`Stopped after ${count(writer.rows, 'row')}. Run the same command again to resume.`);
  if (isInterrupted) return EXIT.interrupted;
  throw ending;
}

const concurrencyOf = (invocation: Invocation) => invocation.number('concurrency', { min: 1, max: 64 }) ?? CONCURRENCY;

async function* rowsAfter(file: CsvFile, done: number, stop: AbortSignal) {
  for await (const row of file.rows()) {
    if (stop.aborted) return;
    if (row.row > done) yield row;
  }
}

async function lineOf<Prepared, Request>(
  job: Job<Prepared, Request>,
  client: Client,
  row: number,
  { cell, ...context }: SendContext<Prepared> & { cell: CsvCell },
): Promise<ResultLine> {
  const request = job.request(cell);
  const refused = (fault: { code: string; detail: string }): ResultLine => ({
    row,
    outcome: REFUSED,
    values: job.identify(cell),
    details: undefined,
    fault,
  });
  if (request instanceof RowFault) return refused(request);
  try {
    const { outcome, values, details } = await job.send(client, request, context);
    return { row, outcome, values, details, fault: undefined };
  } catch (error) {
    if (error instanceof RowFault) return refused(error);
    if (!(error instanceof AssayProblem) || !concernsRow(error)) throw error;
    const findings = error.errors.map(({ path, message }) => `${path}: ${message}`);
    return refused({ code: error.code, detail: [error.detail, ...findings].join(' ') });
  }
}

/** Other problems would meet every row: credentials, limits, faults of the service. */
const concernsRow = ({ status, code }: AssayProblem) =>
  [400, 404, 409, 413, 422].includes(status) && code !== 'idempotency_key_required';

/** Shows how the file would be read: columns, first requests and rows that cannot be sent. */
async function dryRun<Prepared, Request>(
  { terminal, isJson }: Invocation,
  job: Job<Prepared, Request>,
  { file, columns }: { file: CsvFile; columns: Columns },
): Promise<ExitCode> {
  const first: Request[] = [];
  const faults: { row: number; code: string; detail: string }[] = [];
  let rows = 0;
  let invalid = 0;
  for await (const { row, cells } of file.rows()) {
    rows = row;
    const request = job.request(cellsOf(columns, cells));
    if (request instanceof RowFault) {
      invalid += 1;
      if (faults.length < SHOWN_FAULTS) faults.push({ row, ...pickFault(request) });
    } else if (first.length < 3) first.push(request);
  }
  const mapping = Object.fromEntries([...columns].map(([column, at]) => [column, file.headings[at] ?? '']));
  if (isJson) terminal.out(jsonText({ rows, invalid, columns: mapping, first, faults }));
  else {
    table(terminal, ['column', 'heading'], Object.entries(mapping));
    terminal.out(`\nFirst requests:\n${first.map((one) => JSON.stringify(one)).join('\n')}\n`);
    facts(terminal, { rows, invalid });
    for (const { row, detail } of faults) terminal.out(`Row ${row}: ${printable(detail)}`);
  }
  return invalid > 0 ? EXIT.checkFailed : EXIT.ok;
}
