/** @module-tag full */

import { randomUUID } from 'node:crypto';
import { createClient } from '@assay/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalCloud, type TestCloud } from '#test/support/local-cloud.ts';
import { aPolicy, aSubject, evidenceOf } from '#test/support/risk-examples.ts';

/** The same from outside: over HTTP, with the stream, the queue and the grants of the template. */
const START_MS = 600_000;
const PROMPT_MS = 180_000;

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startLocalCloud();
}, START_MS);
afterAll(() => cloud?.stop());

const moveClock = (setting: object) =>
  fetch(`${cloud.baseUrl}/_local/clock`, { method: 'POST', body: JSON.stringify(setting) });

test('monitoring: a monitored subject is assessed by tick, by stream and by time', {
  timeout: START_MS,
}, async () => {
  const { baseUrl, dev } = cloud;
  const { key, secret } = dev.apiKeys.test;
  const client = createClient({ baseUrl, credentials: { key, secret } });
  const owner = createClient({ baseUrl, credentials: { token: dev.tokens.owner }, mode: 'test' as const });
  const keyId = (await owner.organization.listApiKeys()).items.find(({ data }) => data.mode === 'test')?.id;
  const source = await owner.risk.createSource({
    body: {
      key: `s${randomUUID()}`,
      facts: [{ key: 'email.age_days', type: 'number' }],
      apiKeyIds: [keyId ?? ''],
    },
  });
  const draft = await owner.risk.createPolicy({
    body: { key: `p${randomUUID()}`, definition: aPolicy(`registered:${source.id}`) as never },
  });
  const { id: policyVersionId } = await owner.risk.publishPolicy({ params: { id: draft.id } });
  const { id: subjectId } = await client.risk.createSubject({ body: aSubject() as never });
  const params = { id: subjectId };
  const revisions = async () => {
    const { items } = await client.risk.listRecords({ params: { resource: 'assessments' }, query: { subjectId } });
    return items.map(({ data }) => (data as { evidenceRevision: number }).evidenceRevision);
  };
  const assessed = (expected: number[]) =>
    expect.poll(revisions, { timeout: PROMPT_MS, interval: 500 }).toEqual(expected);

  await client.risk.configureMonitoring({ params, body: { policyVersionId, enabled: true } });
  await moveClock({ advanceSeconds: 60 }); // the schedule of the ticks comes every minute
  await assessed([0]);
  await client.risk.submitEvidence({ params, body: evidenceOf(source.id) as never });
  await assessed([0, 1]);
  await moveClock({ advanceSeconds: 90_000 }); // and the evidence is a day old
  await assessed([0, 1, 1]);

  const usedBy = (worker: string) =>
    cloud.usedGrants().filter((grant) => grant.function === `assay-local-workers-${worker}`).length;
  expect(usedBy('tick-risk')).toBeGreaterThan(0);
  expect(usedBy('refresh-monitoring')).toBeGreaterThan(0);
  expect(cloud.reports).toEqual([]);
});
