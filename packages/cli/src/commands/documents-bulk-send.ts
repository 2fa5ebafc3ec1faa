import { existsSync } from 'node:fs';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import { readBytes } from '../read-file.ts';
import { count, jsonText, printable, type Terminal } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';
import { daysOf, findTemplate } from './documents-send.ts';
import { download } from './export.ts';

type BulkSend = Awaited<ReturnType<Client['documents']['readBulkSend']>>;

/** Starts a bulk send, waits until it ends or pauses, and writes its report. */
export const bulkSend: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const path = invocation.text('report');
  if (path !== undefined && existsSync(path) && !invocation.flag('force'))
    throw usageError(`${path} exists. Use --force to replace it.`);
  const csv = Buffer.from(readBytes(invocation.argument(1))).toString('utf8');
  const columns = columnsOf(invocation.texts('column'));
  const client = connect(invocation);
  const { id: templateId } = await findTemplate(client, invocation.argument(0));
  const key = invocation.text('idempotency-key');
  const started = await client.documents.createBulkSend({
    body: {
      templateId,
      ...given('revision', revisionOf(invocation.text('revision'))),
      csv,
      columns,
      dryRun: invocation.flag('dry-run'),
      ...given('name', invocation.text('name')),
      sending: {
        ...given('message', invocation.text('message')),
        ...given('remindAfterDays', daysOf(invocation, 'remind-after')),
        ...given('expiresInDays', daysOf(invocation, 'expires-in')),
        ...given('retainDays', daysOf(invocation, 'retain-days')),
      },
    },
    ...(key !== undefined && { idempotencyKey: key }),
  });
  const ended = await whenEnded(started, {
    read: (params) => client.documents.readBulkSend({ params }),
    show: (job) => terminal.status(`${job.status}: ${job.done} of ${count(job.total ?? 0, 'row')}`),
    isRunning,
  });
  if (path !== undefined && ended.report) await download(ended.report.url, path);
  if (isJson) terminal.out(jsonText({ ...ended, report: undefined }));
  else print(terminal, ended);
  if (ended.paused) {
    const follow = `assay call documents.readBulkSend --params id=${ended.id}`;
    throw new Failure(EXIT.refused, `${printable(ended.paused.detail)} Follow it with \`${follow}\`.`);
  }
  if (ended.status !== 'completed') {
    const why = ended.problem ? `: ${printable(ended.problem.detail)}` : '.';
    throw new Failure(EXIT.refused, `The bulk send is ${ended.status}${why}`);
  }
  return ended.failed > 0 ? EXIT.refused : undefined;
};

function print(terminal: Terminal, { dryRun, done, sent, failed, problems }: BulkSend): void {
  for (const { line, detail } of problems) terminal.out(`line ${line}: ${printable(detail)}`);
  if (failed > problems.length) terminal.out(`… ${failed - problems.length} more; write all with --report.`);
  terminal.out(
    dryRun
      ? `${count(done - failed, 'row')} can be sent, ${failed} cannot. Nothing was sent.`
      : `${count(sent, 'document')} sent, ${count(failed, 'row')} refused.`,
  );
}

function revisionOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text))
    throw usageError(`--revision takes a number from 1, not "${text}".`);
  return text === undefined ? undefined : Number(text);
}

const given = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

function columnsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) throw usageError(`--column ${pair} has no meaning. Write heading=meaning.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** A bulk send that waits for another day is not waited for. */
const isRunning = ({ status, paused }: BulkSend) => status === 'queued' || (status === 'running' && !paused);
