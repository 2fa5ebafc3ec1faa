import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, messageOf, usageError } from '../failure.ts';
import { count, jsonText, printable } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';

type NewExport = Parameters<Client['jobs']['createExport']>[0]['body'];

/** Starts an export, waits for its file and downloads it. */
export const exportRecords: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const out = invocation.text('out');
  if (out !== undefined && existsSync(out) && !invocation.flag('force'))
    throw usageError(`${out} exists. Use --force to replace it.`);
  const client = connect(invocation);
  const body = {
    kind: invocation.argument(0),
    format: invocation.text('format') ?? 'csv',
    ...given('from', invocation.text('from')),
    ...given('to', invocation.text('to')),
    ...given('filter', filterOf(invocation.texts('filter'))),
  };
  // The service checks the kind and its filters, and says what they may be.
  const started = await client.jobs.createExport({ body: body as NewExport });
  const ended = await whenEnded(started, {
    read: (params) => client.jobs.readExport({ params }),
    show: (job) => terminal.status(`${job.status}: ${count(job.done, 'record')}`),
  });
  if (!ended.file) {
    const why = ended.problem ? `: ${printable(ended.problem.detail)}` : '';
    throw new Failure(EXIT.refused, `The export is ${ended.status}${why}`);
  }
  const path = out ?? ended.file.fileName;
  await download(ended.file.url, path);
  if (isJson) terminal.out(jsonText({ ...ended, file: { ...ended.file, url: undefined, path } }));
  else terminal.out(`${path}: ${count(ended.done, 'record')}.`);
  return undefined;
};

const given = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

/** Numbers are numbers, and everything else is text. */
function filterOf(pairs: readonly string[]): Record<string, string | number> | undefined {
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      if (rest.length === 0) throw usageError(`--filter ${pair} has no value. Write name=value.`);
      const value = rest.join('=');
      return [name, name === 'minScore' ? Number(value) : value];
    }),
  );
}

/** A download that breaks off leaves no file. */
export async function download(url: string, path: string): Promise<void> {
  try {
    const response = await fetch(url);
    if (!response.ok || !response.body)
      throw new Failure(EXIT.refused, `The download was answered ${response.status}.`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(path));
  } catch (error) {
    rmSync(path, { force: true });
    if (error instanceof Failure) throw error;
    throw new Failure(EXIT.unreachable, `The download failed: ${messageOf(error)}`);
  }
}
