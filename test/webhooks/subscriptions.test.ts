import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { activeSetKeys } from '#shared/webhooks/subscribers.ts';
import { SubscriptionRecord, SubscriptionWithSecret } from '#shared/webhooks/subscription.ts';
import { type Credential, call, userOf } from '#test/support/api.ts';
import { everyRow, tableNames } from '#test/support/engine.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { scaled } from '#test/support/soak.ts';
import { plantSubscriptions } from './stored-rows.ts';
import { anOrganization, type Organization, readWebhook, subscribe } from './subscriber.ts';

/** Creation, ownership and number of webhooks. */
const { createWebhook, listWebhooks, updateWebhook, rotateWebhookSecret } = webhookRoutes;
const URL_GIVEN = 'http://127.0.0.1:9/hook';
const ours = preparedForFile(anOrganization);

const aBody = (changes: Record<string, unknown> = {}) => ({
  url: URL_GIVEN,
  events: ['risk.*'],
  mode: 'test',
  ...changes,
});

/** The ids in the copies of the active set, which must all be the same. */
async function activeIds(scope: Scope): Promise<string[]> {
  const reads = activeSetKeys(scope).map((key) => ({ table: 'webhooks' as const, key }));
  const [first, ...others] = (await dynamoStore.getMany(reads)).map((row) =>
    ((row?.subscriptions ?? []) as { id: string }[]).map(({ id }) => id),
  );
  for (const other of others) expect(other).toEqual(first);
  return first ?? [];
}

describe('creating a webhook', () => {
  test('returns a secret, and the webhook can be read without it', async () => {
    const created = await call(ours.client, createWebhook, { body: aBody() });

    const record = SubscriptionWithSecret.parse(created.body);
    const { secret, ...data } = record.data;
    expect(created.status).toBe(201);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(data).toMatchObject({ ...aBody(), status: 'active', failingSince: null });
    expect(SubscriptionRecord.parse(await readWebhook(ours, record.id))).toEqual({
      ...record,
      data,
    });
  });

  test('without a mode has the mode of the key, or of the header of a token', async () => {
    const owner = await userOf(ours.organizationId, 'owner');
    const { mode, ...body } = aBody();
    const create = (credential: Credential, headers: Record<string, string> = {}) =>
      call(credential, createWebhook, { body, headers });

    const answers = [await create(ours.client), await create(owner, { 'x-risk-mode': 'test' }), await create(owner)];

    expect(answers.map(({ body: { data } }) => data.mode)).toEqual([mode, 'test', 'live']);
  });

  test('shows the secret in its replay too, and stores it nowhere', async () => {
    const idempotencyKey = randomUUID();
    const first = await call(ours.client, createWebhook, { body: aBody(), idempotencyKey });
    const again = await call(ours.client, createWebhook, { body: aBody(), idempotencyKey });
    const rotated = await call(ours.client, rotateWebhookSecret, { params: { id: first.body.id } });

    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const everything = await everythingStored();
    expect(everything).toContain(first.body.id);
    for (const secret of [first.body.data.secret, rotated.body.data.secret]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(secret.replace('whsec_', ''));
      expect(everything).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'));
    }
  });

  test.each([
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['risk.subject.deleted'] }, 'events.0'],
    ['an unknown family', { events: ['weather.*'] }, 'events.0'],
    ['half a family', { events: ['risk.subj*'] }, 'events.0'],
    ['a name every object has', { events: ['constructor'] }, 'events.0'],
    ['the same event twice', { events: ['risk.*', 'risk.*'] }, 'events'],
    ['an unknown mode', { mode: 'draft' }, 'mode'],
    ['a secret of its own', { secret: 'whsec_mine' }, 'secret'],
    ['no URL', { url: '' }, 'url'],
    ['a URL of 2,001 characters', { url: `https://example.com/${'x'.repeat(1_981)}` }, 'url'],
  ])('with %s is refused with 400', async (_case, changes, path) => {
    const response = await call(ours.client, createWebhook, { body: aBody(changes) });

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(response.body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  test('accepts single events, families, families within families and everything', async () => {
    const events = ['risk.subject.created', 'risk.evidence.*', 'document.*', '*'];

    const response = await call(ours.client, createWebhook, { body: aBody({ events }) });

    expect(response).toMatchObject({ status: 201, body: { data: { events } } });
  });
});

/** All tables as text, idempotency records unpacked. */
async function everythingStored(): Promise<string> {
  const rows = await Promise.all(tableNames().map(everyRow));
  return JSON.stringify(rows.flat(), (_key, value) => (value instanceof Uint8Array ? unpacked(value) : value));
}

function unpacked(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

describe('the mode of a webhook', () => {
  let owner: Credential;
  let organization: Organization;

  beforeAll(async () => {
    organization = await anOrganization('live');
    owner = await userOf(organization.organizationId, 'member');
  });

  test('of an API key must be that of the body', async () => {
    const wrong = await call(organization.client, createWebhook, { body: aBody({ mode: 'test' }) });
    const right = await call(organization.client, createWebhook, { body: aBody({ mode: 'live' }) });

    expect(wrong).toMatchObject({ status: 400, body: { code: 'contradictory_mode' } });
    expect(right.status).toBe(201);
  });

  test.each<[Mode, Mode | undefined]>([
    ['test', undefined],
    ['test', 'live'],
    ['live', 'test'],
  ])('%s in a user’s body decides, although the header says %s', async (mode, header) => {
    const headers = header ? { 'x-risk-mode': header } : {};
    const created = await call(owner, createWebhook, { body: aBody({ mode }), headers });

    const reads = { params: { id: created.body.id } };
    const inMode = await call(owner, webhookRoutes.readWebhook, {
      ...reads,
      headers: { 'x-risk-mode': mode },
    });
    const inOther = await call(owner, webhookRoutes.readWebhook, {
      ...reads,
      headers: { 'x-risk-mode': mode === 'test' ? 'live' : 'test' },
    });

    expect(created).toMatchObject({ status: 201, body: { data: { mode } } });
    expect(inMode.status).toBe(200);
    expect(inOther.status).toBe(404);
  });

  test('cannot be changed', async () => {
    const { id } = await subscribe(organization, URL_GIVEN);

    const response = await call(organization.client, updateWebhook, {
      params: { id },
      body: { mode: 'test' },
    });

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });
});

test('webhooks: those of other organizations are answered like unknown ones', async () => {
  const stranger = await anOrganization();
  const otherMode = await anOrganization('live', ours.organizationId);
  const { id } = await subscribe(ours, URL_GIVEN);

  for (const route of Object.values(webhookRoutes).filter(({ path }) => path.includes('{id}')))
    for (const { client } of [stranger, otherMode]) {
      const body = {
        updateWebhook: { status: 'paused' },
        recoverWebhook: { since: '2026-01-01T00:00:00Z' },
        replayWebhook: { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' },
      }[route.name];
      const foreign = await call(client, route, { params: { id }, body });
      const unknown = await call(client, route, { params: { id: randomUUID() }, body });
      expect(foreign.status, route.name).toBe(404);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
  expect((await readWebhook(ours, id)).data.status).toBe('active');
});

test('webhooks: are listed in order of creation', async () => {
  const organization = await anOrganization();
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) ids.push((await subscribe(organization, URL_GIVEN)).id);

  const list = await call(organization.client, listWebhooks);

  expect(list.body).toMatchObject({ nextOffset: null });
  expect(list.body.items.map((item: { id: string }) => item.id)).toEqual(ids);
});

describe('at most fifty webhooks are active in a mode', () => {
  test('the next one is refused, until one is paused', async () => {
    const organization = await anOrganization();
    const planted = await plantSubscriptions(organization, 49);
    await subscribe(organization, URL_GIVEN);

    const tooMany = await call(organization.client, createWebhook, { body: aBody() });
    const params = { id: planted[0]?.id ?? '' };
    await call(organization.client, updateWebhook, { params, body: { status: 'paused' } });
    const fits = await call(organization.client, createWebhook, { body: aBody() });
    const resumed = await call(organization.client, updateWebhook, {
      params,
      body: { status: 'active' },
    });

    expect(tooMany).toMatchObject({ status: 422, body: { code: 'too_many_webhooks' } });
    expect(fits.status).toBe(201);
    expect(resumed).toMatchObject({ status: 422, body: { code: 'too_many_webhooks' } });
  });

  test('of many created concurrently, as many succeed as fit, and all of those are active', async () => {
    const organization = await anOrganization();
    const wanted = scaled(15, 60);
    const planted = await plantSubscriptions(organization, 60 - wanted);
    const create = async (): Promise<number> => {
      const idempotencyKey = randomUUID();
      for (;;) {
        // A client retries with the same key if the service is too busy to respond.
        const options = { body: aBody(), idempotencyKey };
        const { status } = await call(organization.client, createWebhook, options);
        if (status < 500) return status;
      }
    };

    const statuses = await Promise.all(Array.from({ length: wanted }, create));

    const list = await call(organization.client, listWebhooks);
    const listed: string[] = list.body.items.map((item: { id: string }) => item.id);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50 - planted.length);
    expect((await activeIds(organization)).sort()).toEqual(listed.sort());
    expect(listed).toHaveLength(50);
  });
});
