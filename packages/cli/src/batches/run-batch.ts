import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { onInterrupt } from '../bulk/interrupt.ts';
import { Journal, withOutput } from '../bulk/journal.ts';
import { duration } from '../bulk/progress.ts';
import { outputOf, RETRY } from '../bulk/run.ts';
import { throttledFetch } from '../bulk/throttle.ts';
import { REFUSED, summarize, Writer } from '../bulk/writer.ts';
import { AssayProblem, type Client } from '../client.ts';
import { open } from '../connect.ts';
import { EXIT, type ExitCode, Failure } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { connectionOf } from '../profiles/connection.ts';
import { count, printable, type Terminal } from '../terminal.ts';
import { RESULTS, RESULTS_WITH_LINES, resultsOf } from './batch-results.ts';

type Batch = Awaited<ReturnType<Client['screening']['readScreeningBatch']>>;
type NewBatch = Parameters<Client['screening']['createScreeningBatch']>[0]['body'];

/** A request for a batch, or a batch to take up. */
type Prepared = { body: NewBatch } | { batchId: string };

/** A batch whose results are written to a file. */
export interface BatchRun {
  /** By which the result file is named where `--out` is not given. */
  name: string;
  inputSha256: string;
  /** Whether results say on which line of the file a row was. */
  hasLines?: boolean;
  /** Options that change the request, so that a run with others cannot be resumed. */
  options: unknown;
  /** Uploads the file, for example. Its result is stored, so that a resumed run repeats the same request. */
  prepare(client: Client): Promise<Prepared>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Creates a batch, follows it and writes its results as they are made; or goes on where an earlier process stopped. */
export function runBatch(invocation: Invocation, run: BatchRun): Promise<ExitCode> {
  const { format, output } = outputOf(invocation, run.name);
  return withOutput(output, () => work(invocation, run, { format, output }));
}

async function work(
  invocation: Invocation,
  run: BatchRun,
  { format, output }: { format: string; output: string },
): Promise<ExitCode> {
  const { terminal } = invocation;
  const connection = connectionOf(invocation);
  const client = open(connection, {
    fetch: throttledFetch(fetch, (seconds) => terminal.status(`throttled, waiting ${seconds} s`)),
    retry: RETRY,
  });
  const { url, mode } = connection;
  const options = JSON.parse(JSON.stringify({ url, mode, format, batch: run.options }));
  const identity = { inputSha256: run.inputSha256, options };
  const journal =
    Journal.find(output, identity, invocation.flag('restart')) ??
    Journal.create(output, { runId: randomUUID(), ...identity, prepared: await run.prepare(client) });
  const writer = new Writer(journal, run.hasLines ? RESULTS_WITH_LINES : RESULTS, format);
  const stop = new AbortController();
  const release = onInterrupt(terminal, stop, 'Stopping. The batch goes on.');
  let batchId: string | undefined;
  let ended: Batch | undefined;
  let failure: unknown;
  try {
    batchId = await batchIdOf(client, journal, stop.signal);
    terminal.err(`Batch ${batchId}${writer.rows > 0 ? `, resuming after ${count(writer.rows, 'row')}` : ''}.`);
    ended = await followed(client, { batchId, writer, terminal, signal: stop.signal });
  } catch (error) {
    failure = error;
  } finally {
    release();
    writer.flush();
  }
  terminal.status('');
  if (isRefused(failure, batchId)) {
    journal.discard();
    throw failure;
  }
  journal.close({ isFinished: ended !== undefined });
  summarize(invocation, writer, { output, isFinished: ended !== undefined, ...(batchId && { batchId }) });
  if (ended) return exitCodeOf(ended, writer);
  terminal.err(`Stopped after ${count(writer.rows, 'row')}. Run the same command again to resume.`);
  if (batchId) terminal.err(`The batch goes on. Cancel it with \`assay batches cancel ${batchId}\`.`);
  if (stop.signal.aborted) return EXIT.interrupted;
  throw failure;
}

/** The request for the batch is wrong, and repeating it would not help. */
const isRefused = (failure: unknown, batchId: string | undefined) =>
  batchId === undefined && failure instanceof AssayProblem && [400, 404, 409, 422].includes(failure.status);

/** A request that is repeated with its idempotency key answers the batch that it created. */
async function batchIdOf(client: Client, { heading }: Journal, signal: AbortSignal): Promise<string> {
  const prepared = heading.prepared as Prepared;
  if ('batchId' in prepared) return prepared.batchId;
  const idempotencyKey = `cli-${heading.runId}-batch`;
  return (await client.screening.createScreeningBatch({ body: prepared.body, idempotencyKey, signal })).id;
}

interface Following {
  batchId: string;
  writer: Writer;
  terminal: Terminal;
  signal: AbortSignal;
}

async function followed(client: Client, { batchId: id, writer, terminal, signal }: Following): Promise<Batch> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const batch = await client.screening.readScreeningBatch({ params: { id }, signal });
    terminal.status(progressOf(batch));
    if ((batch.done ?? 0) > writer.rows)
      for await (const line of resultsOf(client, id, { from: writer.rows + 1, signal })) writer.add(line);
    if (batch.status !== 'queued' && batch.status !== 'running') return batch;
    await sleep(pauseMs, undefined, { signal });
  }
}

function progressOf({ status, rows, done = 0, failed, byStatus, estimatedEndAt }: Batch): string {
  const counts = Object.entries({ ...byStatus, failed }).filter(([, number]) => number > 0);
  const leftSeconds = estimatedEndAt ? (Date.parse(estimatedEndAt) - Date.now()) / 1000 : 0;
  return [
    status,
    `${done.toLocaleString('en')} of ${rows?.toLocaleString('en') ?? '?'} rows`,
    ...counts.map(([name, number]) => `${number} ${name}`),
    ...(leftSeconds > 0 ? [`${duration(leftSeconds)} left`] : []),
  ].join('  ');
}

function exitCodeOf({ status, problem }: Batch, writer: Writer): ExitCode {
  if (status !== 'completed') {
    const why = problem ? `: ${printable(problem.detail)}` : '.';
    throw new Failure(EXIT.refused, `The batch is ${status}${why}`);
  }
  return (writer.counts[REFUSED] ?? 0) > 0 ? EXIT.refused : EXIT.ok;
}
