import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { RESULTS_WITH_LINES, resultsOf } from '../batches/batch-results.ts';
import { outputFormatOf } from '../bulk/run.ts';
import { ResultFormat } from '../bulk/writer.ts';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import { count, facts, jsonText, printable, type Terminal, table } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';

type Batch = Awaited<ReturnType<Client['screening']['listScreeningBatches']>>['items'][number];

const LIMITS = { min: 1, max: 10_000 };
const DEFAULT_LIMIT = 20;

export const list: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const limit = invocation.number('limit', LIMITS) ?? DEFAULT_LIMIT;
  const batches: Batch[] = [];
  for await (const batch of batchesOf(connect(invocation))) {
    batches.push(batch);
    if (batches.length === limit) break;
  }
  if (isJson) terminal.out(jsonText(batches));
  else if (batches.length === 0) terminal.out('No batches.');
  else
    table(
      terminal,
      ['batch', 'created', 'status', 'rows', 'done', 'matches', 'failed', 'rows kept until'],
      batches.map((batch) => {
        const { id, createdAt, status, total, failed, byStatus } = batch;
        return [
          id,
          createdAt.slice(0, 16),
          status,
          batch.rows ?? total,
          batch.done ?? total,
          byStatus.match + byStatus.possible_match,
          failed,
          batch.rowsKeptUntil?.slice(0, 16),
        ];
      }),
    );
  return undefined;
};

async function* batchesOf(client: Client): AsyncGenerator<Batch> {
  for (let offset: number | null = 0; offset !== null; ) {
    const page: { items: Batch[]; nextOffset: number | null } = await client.screening.listScreeningBatches({
      query: { offset },
    });
    yield* page.items;
    offset = page.nextOffset;
  }
}

export const show: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const batch = await connect(invocation).screening.readScreeningBatch({ params: { id: invocation.argument(0) } });
  if (isJson) terminal.out(jsonText(batch));
  else showBatch(terminal, batch);
  return undefined;
};

function showBatch(terminal: Terminal, batch: Batch): void {
  const { id, status, total, failed, byStatus, profile, problem, listVersions } = batch;
  facts(terminal, {
    batch: id,
    status,
    rows: batch.rows ?? total,
    done: batch.done ?? total,
    ...byStatus,
    failed,
    'can be repeated': batch.repeatableRows || undefined,
    'failed rows of': batch.failedRowsOf,
    'left out': batch.leftOutRows || undefined,
    format: batch.format,
    profile: profile && `${profile.key} version ${profile.version}`,
    created: batch.createdAt,
    started: batch.startedAt ?? undefined,
    'estimated end': batch.estimatedEndAt ?? undefined,
    ended: batch.endedAt ?? undefined,
    'rows kept until': batch.rowsKeptUntil,
    problem: problem?.detail,
  });
  if (!listVersions || listVersions.length === 0) return;
  terminal.out('');
  table(
    terminal,
    ['list', 'version', 'published'],
    listVersions.map(({ list: key, versionId, publishedAt }) => [key, versionId, publishedAt]),
  );
}

export const cancel: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const job = await connect(invocation).jobs.cancelJob({ params: { id: invocation.argument(0) } });
  if (isJson) terminal.out(jsonText(job));
  else terminal.out(`Cancelled after ${count(job.done, 'row')}. Their runs and results stay.`);
  return undefined;
};

const STATUSES = ['match', 'possible_match', 'clear', 'incomplete', 'error', 'failed'] as const;

/** Writes the results of rows to a file, or to stdout. */
export const rows: Run = async (invocation) => {
  const { terminal } = invocation;
  const out = invocation.text('out');
  if (out !== undefined && existsSync(out) && !invocation.flag('force'))
    throw usageError(`${out} exists. Use --force to replace it.`);
  const format = new ResultFormat(RESULTS_WITH_LINES, invocation.isJson ? 'jsonl' : outputFormatOf(invocation));
  const status = STATUSES.find((one) => one === invocation.text('status'));
  const results = resultsOf(connect(invocation), invocation.argument(0), { from: 1, ...(status && { status }) });
  // An erased batch is refused before the file is created.
  const first = await results.next();
  const file = out === undefined ? undefined : openSync(out, 'w', 0o600);
  let number = 0;
  const write = (text: string) => (file === undefined ? terminal.write(Buffer.from(text)) : writeSync(file, text));
  write(format.heading);
  for (let next = first; !next.done; next = await results.next()) {
    write(format.line(next.value));
    number += 1;
  }
  if (file !== undefined) {
    closeSync(file);
    terminal.out(`${out}: ${count(number, 'row')}.`);
  }
  return undefined;
};

/** Creates a watch for each row, and waits until the job has ended. */
export const watch: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const client = connect(invocation);
  type Job = Awaited<ReturnType<Client['jobs']['readJob']>>;
  const started = await client.screening.createBatchWatches({ params: { id: invocation.argument(0) } });
  const job = await whenEnded<Pick<Job, 'id' | 'status' | 'done' | 'failed' | 'problem'>>(started, {
    read: (params) => client.jobs.readJob({ params }),
    show: ({ status, done }) => terminal.status(`${status}: ${count(done, 'row')}`),
  });
  if (isJson) terminal.out(jsonText(job));
  if (job.status !== 'completed') {
    const why = job.problem ? `: ${printable(job.problem.detail)}` : '';
    throw new Failure(EXIT.refused, `The job is ${job.status} after ${count(job.done, 'row')}${why}`);
  }
  const refused = job.failed > 0 ? ` Not watched: ${count(job.failed, 'row')} that could not be screened.` : '';
  if (!isJson) terminal.out(`Watches of ${count(job.done - job.failed, 'row')}.${refused}`);
  return undefined;
};

export const erase: Run = async (invocation) => {
  const { terminal } = invocation;
  const id = invocation.argument(0);
  await connect(invocation).screening.eraseScreeningBatchRows({ params: { id } });
  terminal.err(`Erased the rows and results of batch ${id}. Its runs stay.`);
  return undefined;
};
