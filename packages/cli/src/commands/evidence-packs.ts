import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { jsonText, printable } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';
import { download } from './export.ts';

type Pack = Awaited<ReturnType<Client['jobs']['readEvidencePack']>>;

/** Makes a pack of a subject, waits for it and downloads its files. */
export const create: Run = async (invocation) => {
  const documentIds = invocation.text('documents')?.split(',').filter(Boolean) ?? [];
  const client = connect(invocation);
  const started = await client.jobs.createEvidencePack({
    params: { id: invocation.argument(0) },
    body: { documentIds, includeNotes: invocation.flag('notes') },
  });
  return save(invocation, client, started);
};

export const get: Run = async (invocation) => {
  const client = connect(invocation);
  return save(invocation, client, await client.jobs.readEvidencePack({ params: { id: invocation.argument(0) } }));
};

async function save(invocation: Invocation, client: Client, started: Pack): Promise<undefined> {
  const { terminal, isJson } = invocation;
  const ended = await whenEnded(started, {
    read: (params) => client.jobs.readEvidencePack({ params }),
    show: (job) => terminal.status(`${job.status}: ${job.done} records`),
  });
  const { archive, report } = ended;
  if (!archive) {
    const why = ended.problem ? `: ${printable(ended.problem.detail)}` : ended.expiresAt ? ' and has expired' : '';
    throw new Failure(EXIT.refused, `The pack is ${ended.status}${why}`);
  }
  const folder = invocation.text('out') ?? '.';
  mkdirSync(folder, { recursive: true });
  const files = [...(report ? [report] : []), archive].map(({ fileName, url }) => ({
    url,
    path: join(folder, fileName),
  }));
  const taken = files.find(({ path }) => existsSync(path));
  if (taken) throw usageError(`${taken.path} exists.`);
  for (const { url, path } of files) await download(url, path);
  if (isJson) terminal.out(jsonText({ ...ended, files: files.map(({ path }) => path) }));
  else {
    for (const { path } of files) terminal.out(path);
    if (!report) terminal.err('The report could not be printed: the archive has everything else, and no seal.');
  }
  return undefined;
}
