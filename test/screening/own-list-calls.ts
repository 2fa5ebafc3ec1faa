import { expect } from 'vitest';
import { handler as refresh } from '#functions/workers/refresh-list.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { done, type World } from '#test/support/risk-world.ts';
import { drain } from '#test/support/webhook-workers.ts';

export interface OwnFile {
  key?: string;
  name?: string;
  listKind?: 'sanctions' | 'pep' | 'watch';
  fileName?: string;
  text: string;
  columns?: Record<string, string>;
}

export const KEY = 'own_staff';

/** Creates an own list and uploads its file. */
export async function uploadOwn(by: Credential, file: OwnFile) {
  const { key = KEY, name = 'Former employees', listKind = 'watch', fileName = 'staff.csv', text } = file;
  const bytes = Buffer.from(text);
  const body = { name, listKind, fileName, sizeBytes: bytes.length };
  const address = await done(by, screeningRoutes.saveOwnList, { params: { key }, body });
  const put = await fetch(address.url, { method: 'PUT', headers: address.headers, body: bytes });
  expect(put.status).toBe(200);
  return { uploadId: address.uploadId as string, fileName };
}

/** Uploads a file and requests that it be read. */
export async function refreshOwn(by: Credential, { columns, ...file }: OwnFile) {
  const upload = await uploadOwn(by, file);
  return call(by, screeningRoutes.refreshScreeningSource, {
    params: { key: file.key ?? KEY },
    body: { upload: { ...upload, ...(columns && { columns }) } },
  });
}

/** The same, and has the worker read it. */
export async function readOwn(by: Credential, file: OwnFile) {
  const { status, body } = await refreshOwn(by, file);
  expect([status, body.code]).toEqual([202, undefined]);
  await worked(refresh, queueEvent(await drain('listRefreshes')));
  return sourceOf(by, file.key);
}

export async function sourceOf(by: Credential, key = KEY) {
  const { items } = await done(by, screeningRoutes.listScreeningSources);
  return items.find((one: { key: string }) => one.key === key);
}

export const runOn = ({ client }: World, sources: readonly string[], more: Record<string, unknown> = {}) =>
  call(client, screeningRoutes.createScreeningRun, {
    body: { subject: { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] }, sources, ...more },
  });

export const FILE = [
  'id,name,kind,aliases,dateOfBirth,nationality,remarks',
  'S1,Ambrose Quillfeather,person,A. Quill;The Scribe,1961-04-17,IR,Left in 2019',
  'S2,Inkwell Holding SA,entity,,,CH,',
  '',
].join('\n');
