import { randomUUID } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import tls from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { assertDestination } from '#shared/webhooks/assert-destination.ts';
import { type DeliveryDependencies, deliveryDependencies } from '#shared/webhooks/delivery-dependencies.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { sendAttempt } from '#shared/webhooks/send-attempt.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { HARMLESS_URLS, HOSTILE_URLS } from './hostile-urls.ts';
import { anOrganization, type Organization, readWebhook } from './subscriber.ts';
import { answering, selfSigned, startEndpoint } from './test-receivers.ts';

/** A deployed service calls public addresses over HTTPS only, whatever a URL or a name server says. */
let organization: Organization;

beforeAll(async () => {
  await prepareEngine();
  delete process.env.LOOPBACK_WEBHOOKS; // before anything has read it: as deployed
  organization = await anOrganization();
});

const hostile = Object.entries(HOSTILE_URLS).flatMap(([why, urls]) => urls.map((url) => [why, url] as const));

const addressesOf = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));

const PUBLIC = '93.184.215.14';

/** A server on this machine that must never be called. */
async function aTrap() {
  const trap = await startEndpoint(answering(200));
  onTestFinished(trap.stop);
  return trap;
}

const send = (url: string, around: Partial<DeliveryDependencies>) =>
  sendAttempt({ url, headers: {}, body: '{}' }, { ...deliveryDependencies(), deadlineMs: 1_000, ...around });

test('hostile URLs: there are enough cases', () => {
  expect(new Set(hostile.map(([, url]) => url)).size).toBe(hostile.length);
  expect(hostile.length).toBeGreaterThanOrEqual(120);
});

describe('a hostile URL', () => {
  test.each(Object.entries(HOSTILE_URLS))('is not registered: %s', async (_why, urls) => {
    for (const url of urls) {
      const body = { url, events: ['*'], mode: 'test' };
      const response = await call(organization.client, webhookRoutes.createWebhook, { body });
      expect(response, url).toMatchObject({
        status: 422,
        body: { code: 'forbidden_destination', errors: [{ path: 'url' }] },
      });
    }
  });

  test('is refused in an update of a webhook', async () => {
    const url = 'https://8.8.8.8/hook';
    const made = await call(organization.client, webhookRoutes.createWebhook, {
      body: { url, events: ['*'], mode: 'test' },
    });
    const params = { id: made.body.id };

    const changed = await call(organization.client, webhookRoutes.updateWebhook, {
      params,
      body: { url: 'https://169.254.169.254/' },
    });

    expect(changed).toMatchObject({ status: 422, body: { code: 'forbidden_destination' } });
    expect((await readWebhook(organization, params.id)).data.url).toBe(url);
  });

  test.each(Object.entries(HOSTILE_URLS))('is not called either: %s', async (_why, urls) => {
    const resolve = async () => addressesOf('127.0.0.1');
    for (const url of urls)
      expect(await send(url, { resolve }), url).toMatchObject({
        status: null,
        error: 'forbidden_address',
      });
  });
});

test.each(HARMLESS_URLS)('%s may be registered', async (url) => {
  await assertDestination(url, async () => addressesOf(PUBLIC));
});

describe('a host name', () => {
  test.each([
    ['one private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['the metadata address', ['169.254.169.254']],
    ['a mapped one', ['::ffff:127.0.0.1']],
    ['a private one among public ones', [PUBLIC, '1.1.1.1', '192.168.1.1']],
    ['a private IPv6 address beside a public IPv4 one', [PUBLIC, 'fd00::1']],
    ['something that is no address', ['localhost']],
  ])('that resolves to %s is neither registered nor called', async (_what, addresses) => {
    const resolve = async () => addressesOf(...addresses);

    await expect(assertDestination('https://hook.example.com/', resolve)).rejects.toMatchObject({
      status: 422,
      code: 'forbidden_destination',
    });
    expect(await send('https://hook.example.com/', { resolve })).toMatchObject({
      status: null,
      error: 'forbidden_address',
    });
  });

  test('that does not resolve today can be registered: every call resolves it again', async () => {
    await assertDestination('https://hook.example.com/', async () => []);
    await assertDestination('https://hook.example.com/', () => Promise.reject(new Error('ESERVFAIL')));
    await assertDestination('https://hook.example.com/', () => new Promise(() => undefined));
  });
});

describe('DNS rebinding', () => {
  /** Disables the checks of scheme and port, so that only the address check can refuse the trap. */
  const onlyAddressesMatter = { faultOf: () => null } satisfies Partial<DeliveryDependencies>;

  test('after the registration reaches nothing on this machine', async () => {
    const trap = await aTrap();
    const answers = [[PUBLIC], ['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], [PUBLIC, '127.0.0.1']];
    const turn = answers.values();
    const resolve = async () => addressesOf(...(turn.next().value ?? ['127.0.0.1']));
    await assertDestination('https://hook.example.com/', resolve);

    for (const scheme of ['http', 'https', 'http', 'https', 'https']) {
      const url = `${scheme}://hook.example.com:${trap.port}/`;
      const outcome = await send(url, { ...onlyAddressesMatter, resolve });
      expect(outcome).toMatchObject({ status: null, error: 'forbidden_address' });
    }
    expect(trap.visits).toEqual([]);
  });

  test('has no window: a name is resolved once per call, and the connection uses the checked address', async () => {
    const trap = await aTrap();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return addressesOf(asked === 1 ? '192.0.2.1' : '127.0.0.1');
    };
    const isForbidden = (address: string) => address === '127.0.0.1';

    const url = `http://hook.example.com:${trap.port}/`;
    const outcome = await send(url, {
      ...onlyAddressesMatter,
      resolve,
      isForbidden,
      deadlineMs: 200,
    });

    expect(asked).toBe(1);
    expect(outcome.status).toBeNull();
    expect(trap.visits).toEqual([]);
  });

  test('with alternating answers reaches nothing in a hundred calls', async () => {
    const trap = await aTrap();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return addressesOf(...(asked % 2 === 0 ? ['192.0.2.1', '127.0.0.1'] : ['127.0.0.1']));
    };

    const url = `http://rebind.example.com:${trap.port}/`;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => send(url, { ...onlyAddressesMatter, resolve })),
    );

    expect(new Set(outcomes.map(({ error }) => error))).toEqual(new Set(['forbidden_address']));
    expect(asked).toBe(100);
    expect(trap.visits).toEqual([]);
  });
});

describe('an allowed host name', () => {
  const HOST = 'hook.example.test';
  /** Treats this machine as a public address, in this test only. */
  const thisMachineIsPublic = {
    faultOf: () => null,
    resolve: async () => addressesOf('127.0.0.1'),
    isForbidden: (address: string) => address !== '127.0.0.1',
  } satisfies Partial<DeliveryDependencies>;

  test('is the Host header, while the connection goes to its address', async () => {
    const endpoint = await aTrap();

    const outcome = await send(`http://${HOST}:${endpoint.port}/a?b=c`, thisMachineIsPublic);

    expect(outcome.status).toBe(200);
    expect(endpoint.visits[0]?.request).toMatch(/^POST \/a\?b=c HTTP\/1\.1\r\n/);
    expect(endpoint.visits[0]?.request.toLowerCase()).toContain(`host: ${HOST}:${endpoint.port}\r\n`);
  });

  test('is sent in TLS SNI and must match the certificate', async () => {
    const identity = selfSigned(HOST);
    const standard = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...standard, identity.cert]);
    onTestFinished(() => tls.setDefaultCACertificates(standard));
    const endpoint = await startEndpoint(answering(204), { identity });
    onTestFinished(endpoint.stop);

    const right = await send(`https://${HOST}:${endpoint.port}/`, thisMachineIsPublic);
    const wrong = await send(`https://other.example.test:${endpoint.port}/`, thisMachineIsPublic);

    expect(right).toMatchObject({ status: 204, error: null });
    expect(endpoint.serverNames).toEqual([HOST, 'other.example.test']);
    expect(wrong).toMatchObject({ status: null, error: 'tls_failure' });
    expect(endpoint.visits.filter(({ request }) => request !== '')).toHaveLength(1);
  });

  test('is called at another of its addresses if one does not respond', async () => {
    const endpoint = await aTrap();
    const resolve = async () => addressesOf('127.0.0.2', '127.0.0.1');
    const isForbidden = () => false;

    const url = `http://${HOST}:${endpoint.port}/`;
    const outcome = await send(url, { ...thisMachineIsPublic, resolve, isForbidden });

    expect(outcome.status).toBe(200);
  });
});

test('destination: a URL registered in the local cloud is not called by a deployed service', async () => {
  const trap = await aTrap();

  const outcome = await send(trap.url, {});

  expect(deliveryDependencies().isLocal).toBe(false);
  expect(outcome).toMatchObject({ status: null, error: 'forbidden_address' });
  expect(trap.visits).toEqual([]);
});

test('destination: any URL gives an outcome, never a failure of the service', async () => {
  const body = { url: `https://${randomUUID()}.example.com/\u0000`, events: ['*'], mode: 'test' };

  const response = await call(organization.client, webhookRoutes.createWebhook, { body });

  expect([201, 422]).toContain(response.status);
});
