import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient, verifyWebhook } from '@assay/client';
import { startLocalCloud } from '#infra/local/local-cloud.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { report } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * From the commit of an event to its receiver, through the whole local cloud: API, stream, dispatcher,
 * queue, delivery. Every event is verified where it arrives, and none may be missing.
 */
const CALLERS = 6;
const SECONDS = sized(8, 0.2);
const WARM_UP_SECONDS = sized(1, 0.1);
/** An idle machine needs a fraction of it. */
const LATEST_MS = sized(30_000, 120_000);

const directory = mkdtempSync(join(tmpdir(), 'assay-bench-'));
process.env.TZ = 'UTC';
const cloud = await startLocalCloud({
  directory,
  assemblies: fileURLToPath(new URL('../.local/assemblies', import.meta.url)),
  port: 0,
  report: (line) => console.error(line),
});
const receiver = await startReceiver();
try {
  const { key, secret } = cloud.dev.apiKeys.test;
  await measure(createClient({ baseUrl: cloud.dev.baseUrl, credentials: { key, secret } }));
} finally {
  await receiver.stop();
  await cloud.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function measure(client: Client): Promise<void> {
  await commitFor(client, WARM_UP_SECONDS); // so that the functions are warm
  const bareSeconds = SECONDS / 2;
  const bare = (await commitFor(client, bareSeconds)).length / bareSeconds;
  const { secret } = (
    await client.webhooks.createWebhook({
      body: { url: receiver.url, events: ['risk.*'], mode: 'test' },
    })
  ).data;
  await verifyAll(secret, await commitFor(client, WARM_UP_SECONDS));

  const startedMs = performance.now();
  const latencies = await verifyAll(secret, await commitFor(client, SECONDS));
  const rate = latencies.length / ((performance.now() - startedMs) / 1000);
  report({
    name: 'webhooks: events committed, delivered and verified',
    value: rate,
    unit: 'events/s',
    against: 'commits alone',
    ratio: rate / bare,
  });
  for (const [share, name] of [
    [0.5, 'p50'],
    [0.99, 'p99'],
  ] as const)
    report({
      name: `webhooks: request to delivery under this load, ${name}`,
      value: quantile(latencies, share),
      unit: 'ms',
    });
}

/** As many as some callers can have committed; answers with the ids of their subjects. */
async function commitFor(client: Client, seconds: number): Promise<string[]> {
  const endMs = performance.now() + seconds * 1000;
  const ids: string[] = [];
  const caller = async () => {
    while (performance.now() < endMs) {
      const body = { kind: 'person', externalId: randomUUID() } as const;
      ids.push((await client.risk.createSubject({ body })).id);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return ids;
}

/** Waits for the events about these subjects, verifies each, and answers with their latencies. */
async function verifyAll(secret: string, subjectIds: readonly string[]): Promise<number[]> {
  const latencies = new Map<string, number>();
  const deadline = Date.now() + LATEST_MS;
  while (latencies.size < subjectIds.length) {
    for (const { headers, body, at } of receiver.received.splice(0)) {
      const { data, timestamp } = await verifyWebhook({ secret, headers, body });
      latencies.set(String(data.resourceId), at.getTime() - Date.parse(timestamp));
    }
    if (Date.now() > deadline) throw new Error('Events were lost.');
    await sleep(5);
  }
  if (!subjectIds.every((id) => latencies.has(id))) throw new Error('Other events were delivered.');
  return [...latencies.values()];
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}
