import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { deliveryHeaders } from '@assay/foundation/webhook-signature';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { blocksOf } from './blocks.ts';

const RESOURCE = randomUUID();
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** Beside this test, because the example uses the import names of the project. */
const file = fileURLToPath(new URL(`./receiver-${randomUUID()}.ts`, import.meta.url));
let port: number;
let receiver: ChildProcess;
let printed = '';

beforeAll(async () => {
  const example = blocksOf('Receive webhooks', 'packages/client/README.md').find(({ text }) =>
    text.startsWith('// receiver.ts'),
  );
  writeFileSync(file, example?.text ?? '');
  port = await freePort();
  receiver = spawn(process.execPath, [file], { env: { ...process.env, SECRET, PORT: `${port}` } });
  receiver.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  await vi.waitFor(() => send({}), { timeout: 120_000 });
});

afterAll(() => {
  receiver.kill();
  rmSync(file, { force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const aDelivery = (eventId: string, { ageSeconds = 0, secret = SECRET } = {}) => {
  const data = {
    organizationId: randomUUID(),
    subjectId: null,
    resourceId: RESOURCE,
    sandbox: true,
  };
  const timestamp = new Date().toISOString();
  const body = JSON.stringify({ eventId, event: 'risk.policy.created', timestamp, data });
  const headers = deliveryHeaders({
    eventId,
    event: 'risk.policy.created',
    body,
    secrets: [secret],
    timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
  });
  return { body, headers };
};

async function send({ body = '', headers = {} }: { body?: string; headers?: Record<string, string> }) {
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
}

test('client README receiver: a repeated delivery takes effect once', async () => {
  const delivery = aDelivery(randomUUID());

  expect([await send(delivery), await send(delivery)]).toEqual([204, 204]);

  await expect.poll(() => printed).toBe(`risk.policy.created ${RESOURCE}\n`);
});

test('client README receiver: changed, old and foreign deliveries are refused', async () => {
  const { body, headers } = aDelivery(randomUUID());

  expect(await send({ headers, body: body.replace(RESOURCE, randomUUID()) })).toBe(401);
  expect(await send(aDelivery(randomUUID(), { ageSeconds: 301 }))).toBe(401);
  expect(await send(aDelivery(randomUUID(), { secret: 'whsec_c29tZWJvZHkgZWxzZQ==' }))).toBe(401);
  expect(await send({ body })).toBe(401);
});
