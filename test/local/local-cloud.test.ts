import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { processesWith } from '#packages/local-aws/test/processes.ts';
import { DELETION_DELAY_SECONDS } from '#shared/identity/deletion.ts';
import { startLocalCloud, type TestCloud } from '#test/support/local-cloud.ts';
import { isFull } from '#test/support/soak.ts';

/** The first start synthesises the template, which takes a while on a busy machine. */
const START_MS = 600_000;

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startLocalCloud();
}, START_MS);
afterAll(async () => {
  await cloud.stop();
  expect(processesWith(cloud.directory)).toEqual([]);
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
  const file = JSON.parse(readFileSync(join(cloud.directory, 'dev.json'), 'utf8'));
  expect(file).toEqual(cloud.dev);
  expect(Object.keys(file.tokens)).toEqual(['owner', 'admin', 'member', 'otherOwner', 'assistant']);
  expect(file.apiKeys).toMatchObject({
    test: { key: expect.stringMatching(/^ak_test_/), secret: expect.any(String) },
    live: { key: expect.stringMatching(/^ak_live_/) },
    otherTest: { key: expect.stringMatching(/^ak_test_/) },
  });

  expect((await createSubject(cloud)).status).toBe(201);
  expect((await createSubject(cloud, cloud.dev.tokens.assistant)).status).toBe(403);
});

test('a stream, a queue and a schedule each invoke their worker', async () => {
  await createSubject(cloud);
  const { otherOrganizationId, tokens } = cloud.dev;
  expect((await forget(cloud, otherOrganizationId, tokens.otherOwner)).status).toBe(202);
  await moveClock({ advanceSeconds: DELETION_DELAY_SECONDS + 600 });

  const usedBy = (worker: string) =>
    cloud.usedGrants().filter((grant) => grant.function === `assay-local-workers-${worker}`);
  for (const worker of ['compact-search', 'erase-organization', 'tick-erasures'])
    await expect.poll(() => usedBy(worker).length).toBeGreaterThan(1);
  expect(cloud.reports).toEqual([]);
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

test(
  'a grant that does not exist cannot be taken away',
  async () => {
    const taken = { function: 'assay-local-risk-create-subject', action: 'dynamodb:Scan' };

    await expect(startLocalCloud({ withoutGrant: taken })).rejects.toThrow('is not granted');
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

function createSubject({ baseUrl, dev }: TestCloud, token = dev.tokens.owner) {
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
const forget = ({ baseUrl }: TestCloud, organizationId: string, token: string) =>
  fetch(`${baseUrl}/api/v1/organization`, {
    method: 'DELETE',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify({ confirm: organizationId }),
  });

const moveClock = (setting: object, { baseUrl }: TestCloud = cloud) =>
  fetch(`${baseUrl}/_local/clock`, { method: 'POST', body: JSON.stringify(setting) });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
