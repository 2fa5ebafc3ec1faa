import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Mode } from '#shared/platform/caller.ts';
import { needsCredential } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { type Credential, call, keyOf, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aSubject, exampleOf } from '#test/support/route-examples.ts';
import { oneOfEachKind } from '#test/support/soak.ts';

const guarded = oneOfEachKind(allRoutes.filter(needsCredential));
const forKeys = guarded.filter(({ access }) => access === 'client' || access === 'key');
const forUsers = guarded.filter(({ access }) => access !== 'key');
const titled = (some: typeof allRoutes) => some.map((route) => [`${route.method} ${route.path}`, route] as const);

type Headers = Record<string, string>;
const risk = (value: string): Headers => ({ 'x-risk-mode': value });
const service = (value: string): Headers => ({ 'x-service-mode': value });

beforeAll(prepareEngine);

describe.each(titled(forUsers))('a user of %s', (_title, route) => {
  test.each<[string, Headers, Mode]>([
    ['no header', {}, 'live'],
    ['both headers, agreeing', { ...risk('test'), ...service('test') }, 'test'],
  ])('selects the mode with %s', async (_case, headers, mode) => {
    const organizationId = randomUUID();
    const owner = await userOf(organizationId, 'owner');
    const target = await exampleOf(route).prepare({ organizationId, mode });

    const response = await call(owner, route, { ...target, headers });

    expect(response.status).toBe(route.status);
  });

  test.each<[string, Headers, string]>([
    ['headers that contradict each other', { ...risk('test'), ...service('live') }, 'contradictory_mode'],
    ['a mode that does not exist', risk('staging'), 'invalid_mode'],
    ['a mode in capitals', service('TEST'), 'invalid_mode'],
    ['an empty mode', risk(''), 'invalid_mode'],
    ['one mode that exists and one that does not', { ...risk('test'), ...service('x') }, 'invalid_mode'],
  ])('is refused %s', async (_case, headers, code) => {
    const owner = await userOf(randomUUID(), 'owner');

    const response = await call(owner, route, { headers });

    expect(response).toMatchObject({ status: 400, body: { code } });
  });
});

describe.each(titled(forKeys))('an API key on %s', (_title, route) => {
  test.each<Mode>(['test', 'live'])('may repeat its %s mode but not change it', async (mode) => {
    const organizationId = randomUUID();
    const { credential } = await keyOf(organizationId, mode);
    const other = mode === 'test' ? 'live' : 'test';
    const target = await exampleOf(route).prepare({ organizationId, mode });
    const answerTo = (headers: Headers) => call(credential, route, { ...target, headers });

    for (const headers of [risk(other), service(other), { ...risk(mode), ...service(other) }])
      expect(await answerTo(headers)).toMatchObject({
        status: 400,
        body: { code: 'contradictory_mode' },
      });
    expect(await answerTo(risk('staging'))).toMatchObject({
      status: 400,
      body: { code: 'invalid_mode' },
    });
    const agreeing = mode === 'test' ? risk(mode) : service(mode);
    expect((await answerTo(agreeing)).status).toBe(route.status);
  });
});

test.each<Headers>([{}, risk('test'), service('test'), { ...risk('test'), ...service('test') }])(
  'modes: an API key with headers %j is accepted',
  async (headers) => {
    const { credential } = await keyOf(randomUUID(), 'test');

    const response = await call(credential, routes.risk.createSubject, {
      body: aSubject(),
      headers,
    });

    expect(response.status).toBe(201);
  },
);

describe('records of one mode', () => {
  const { createSubject, readRecord, listRecords } = routes.risk;
  const organizationId = randomUUID();
  let owner: Credential;

  beforeAll(async () => {
    owner = await userOf(organizationId, 'owner');
  });

  test('are visible in that mode only, when read, listed or searched by subject', async () => {
    const body = aSubject();
    const { body: subject } = await call(owner, createSubject, { body, headers: service('test') });
    const params = { resource: 'subjects', id: subject.id };
    const events = { params: { resource: 'events' }, query: { resourceId: subject.id } };

    const seenIn = async (mode: Mode) => ({
      read: (await call(owner, readRecord, { params, headers: risk(mode) })).status,
      listed: (await call(owner, listRecords, { params, headers: risk(mode) })).body.items.length,
      events: (await call(owner, listRecords, { ...events, headers: risk(mode) })).body.items.length,
    });

    expect(await seenIn('test')).toEqual({ read: 200, listed: 1, events: 1 });
    expect(await seenIn('live')).toEqual({ read: 404, listed: 0, events: 0 });
  });

  test('can exist in the other mode under the same name', async () => {
    const body = aSubject();

    const [inTest, inLive, again] = [
      await call(owner, createSubject, { body, headers: risk('test') }),
      await call(owner, createSubject, { body, headers: risk('live') }),
      await call(owner, createSubject, { body }),
    ];

    expect([inTest?.status, inLive?.status]).toEqual([201, 201]);
    expect(again).toMatchObject({ status: 409, body: { existingId: inLive?.body.id } });
  });

  test('do not show their history to another organization', async () => {
    const { body: subject } = await call(owner, createSubject, { body: aSubject() });
    const stranger = await userOf(randomUUID(), 'owner');
    const historyOf = (resourceId: string) =>
      call(stranger, listRecords, { params: { resource: 'events' }, query: { resourceId } });

    const foreign = await historyOf(subject.id);
    const unknown = await historyOf(randomUUID());

    expect(foreign.body).toEqual({ items: [], nextOffset: null });
    expect(foreign.body).toEqual(unknown.body);
  });
});
