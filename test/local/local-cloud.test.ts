/** @module-tag full */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { DevFile } from '#infra/local/seed.ts';
import { processesWith } from '#packages/local-aws/test/processes.ts';
import { DELETION_DELAY_SECONDS } from '#shared/identity/deletion.ts';
import { startLocalCloud, type TestCloud } from '#test/support/local-cloud.ts';
import { isFull } from '#test/support/soak.ts';
import { npmStart } from './npm-start.ts';

/** The first start synthesises the template, which takes a while on a busy machine. */
const START_MS = 600_000;

type Called = Pick<TestCloud, 'baseUrl' | 'dev'>;

const home = mkdtempSync(join(tmpdir(), 'assay-start-'));
let started: ReturnType<typeof npmStart>;
let cloud: Called;

/** As a developer starts it. */
beforeAll(async () => {
  started = npmStart(home);
  const { child, output } = started;
  await vi.waitFor(() => expect(output.text(), output.errors()).toContain('Ready after'), {
    timeout: START_MS,
    interval: 100,
  });
  const dev: DevFile = JSON.parse(readFileSync(join(home, 'dev.json'), 'utf8'));
  cloud = { baseUrl: dev.baseUrl, dev };
  return async () => {
    // Ctrl-C ends it all.
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(processesWith(home)).toEqual([]);
    rmSync(home, { recursive: true });
  };
}, START_MS);

test('npm start says where everything is, and refuses a second start from the same folder', async () => {
  const text = started.output.text();
  expect(text).toContain(`API          ${cloud.baseUrl}/api/v1\n`);
  expect(text).toContain(`Console      ${cloud.baseUrl}/console\n`);
  expect(text).toContain(`Credentials  ${join(home, 'dev.json')}\n`);

  const second = npmStart(home);
  onTestFinished(() => {
    second.child.kill('SIGKILL');
  });
  expect(await once(second.child, 'exit')).toEqual([1, null]);
  expect(second.output.errors()).toContain('A local cloud is already running in this directory');
});

test('answers over HTTP from the functions of the template', async () => {
  const health = await fetch(`${cloud.baseUrl}/api/v1/health`);

  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ status: 'ok' });
});

test.each([
  ['an unknown path', 'GET', '/api/v1/nothing', 404, 'not_found'],
  ['a slash at the end', 'GET', '/api/v1/health/', 404, 'not_found'],
  ['a method that a path does not have', 'PUT', '/api/v1/health', 405, 'method_not_allowed'],
])('refuses %s with a problem', async (_case, method, path, status, code) => {
  const response = await fetch(cloud.baseUrl + path, { method });

  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ status, code });
  expect(response.status).toBe(status);
});

test('answers a HEAD request with what exists instead', async () => {
  const response = await fetch(`${cloud.baseUrl}/api/v1/health`, { method: 'HEAD' });

  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
});

test('writes credentials of every kind, and they are good', async () => {
  const file = cloud.dev;
  expect(Object.keys(file.tokens)).toEqual(['owner', 'admin', 'member', 'otherOwner', 'assistant']);
  expect(file.apiKeys).toMatchObject({
    test: { key: expect.stringMatching(/^ak_test_/), secret: expect.any(String) },
    live: { key: expect.stringMatching(/^ak_live_/) },
    otherTest: { key: expect.stringMatching(/^ak_test_/) },
  });

  expect((await createSubject(cloud)).status).toBe(201);
  expect((await createSubject(cloud, cloud.dev.tokens.assistant)).status).toBe(403);
});

test('a stream, a queue and a schedule each invoke their worker', { tags: 'full' }, async () => {
  await createSubject(cloud);
  const { otherOrganizationId, tokens } = cloud.dev;
  expect((await forget(cloud, otherOrganizationId, tokens.otherOwner)).status).toBe(202);
  onTestFinished(async () => void (await moveClock({ reset: true })));
  await moveClock({ advanceSeconds: DELETION_DELAY_SECONDS + 600 });

  const logOf = (worker: string) => readFileSync(join(home, 'logs', `assay-local-workers-${worker}.log`), 'utf8');
  for (const worker of ['compact-search', 'erase-organization', 'tick-erasures'])
    await expect.poll(() => logOf(worker)).toContain('"message":"finished"');
  expect(started.output.errors()).toBe('');
});

test('moves the clock that functions see, and back', async () => {
  const future = '2031-01-01T00:00:00.000Z';

  expect(await moveClock({ now: future })).toMatchObject({ status: 200 });
  const { data } = await subjectFrom(createSubject(cloud));
  expect(data.createdAt.slice(0, 16)).toBe(future.slice(0, 16));

  await moveClock({ reset: true });
  const { data: later } = await subjectFrom(createSubject(cloud));
  expect(Math.abs(Date.parse(later.createdAt) - Date.now())).toBeLessThan(60_000);
  expect(await moveClock({ faster: true })).toMatchObject({ status: 400 });
});

test.runIf(isFull)(
  'without a grant the call fails, and it is said which grant is missing',
  async () => {
    const taken = { function: 'assay-local-risk-create-subject', action: 'dynamodb:PutItem' };
    const poorer = await startLocalCloud({ withoutGrant: taken });
    onTestFinished(poorer.stop);

    const refused = await createSubject(poorer);

    expect(refused.status).toBe(500);
    expect(poorer.reports).toContainEqual(
      expect.stringMatching(`^${taken.function} may not ${taken.action} arn:aws:dynamodb:.*/`),
    );
  },
  START_MS,
);

test.runIf(isFull)(
  'a second start finds everything as it was left, or makes another demo organization if that was deleted',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-cloud-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));

    const first = await startLocalCloud({ directory });
    const { id } = await subjectFrom(createSubject(first));
    await first.stop();

    const second = await startLocalCloud({ directory });
    const read = await fetch(`${second.baseUrl}/api/v1/risk/subjects/${id}`, {
      headers: bearer(second.dev.tokens.member), // the issuer of the first had another port
    });
    const { organizationId, tokens } = second.dev;
    const forgotten = await forget(second, organizationId, tokens.owner);
    await moveClock({ advanceSeconds: DELETION_DELAY_SECONDS + 600 }, second);
    const statusOfOwner = async () => (await createSubject(second)).status;
    await expect.poll(statusOfOwner, { interval: 500 }).toBe(401);
    await second.stop();

    const third = await startLocalCloud({ directory });
    onTestFinished(third.stop);

    expect(second.dev.apiKeys).toEqual(first.dev.apiKeys);
    expect([read.status, forgotten.status]).toEqual([200, 202]);
    expect(third.dev.organizationId).not.toBe(first.dev.organizationId);
    expect((await createSubject(third)).status).toBe(201);
  },
  START_MS,
);

function createSubject({ baseUrl, dev }: Called, token = dev.tokens.owner) {
  return fetch(`${baseUrl}/api/v1/risk/subjects`, {
    method: 'POST',
    headers: {
      ...bearer(token),
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ kind: 'person', externalId: randomUUID() }),
  });
}

const subjectFrom = async (response: Promise<Response>) =>
  (await (await response).json()) as { id: string; data: { createdAt: string } };

/** Requests the deletion of an organization. */
const forget = ({ baseUrl }: Called, organizationId: string, token: string) =>
  fetch(`${baseUrl}/api/v1/organization`, {
    method: 'DELETE',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ confirm: organizationId }),
  });

const moveClock = (setting: object, { baseUrl }: Called = cloud) =>
  fetch(`${baseUrl}/_local/clock`, { method: 'POST', body: JSON.stringify(setting) });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
