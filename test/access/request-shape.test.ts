import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { Nothing, RecordId, type Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { type CallOptions, call, keyOf, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { oneOfEachKind } from '#test/support/soak.ts';

/** Requests that every route refuses before its use case runs. */
const titled = (some: Route[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);

const withIds = oneOfEachKind(allRoutes.filter(({ params }) => Object.values(params.shape).includes(RecordId)));
const keyed = oneOfEachKind(allRoutes.filter(({ idempotency }) => idempotency === 'required'));
const maybeKeyed = oneOfEachKind(allRoutes.filter(({ idempotency }) => idempotency === 'optional'));
/** Pages whose query belongs to the application in the browser. */
const PAGES: Route[] = [routes.console.readConsole, routes.console.readConsolePage];
const withoutQuery = oneOfEachKind(
  allRoutes.filter((route) => Object.keys(route.query.shape).length === 0 && !PAGES.includes(route)),
);

const withoutBody = oneOfEachKind(allRoutes.filter(({ body }) => body === Nothing));

beforeAll(prepareEngine);

/** A caller with every permission: the owner, or an API key where only keys may call. */
const callerOf = async (organizationId: string, { access }: Route) =>
  access === 'key' ? (await keyOf(organizationId, 'live')).credential : userOf(organizationId, 'owner');

/** In a new organization, with the example of the route changed by the test case. */
async function answerOf(route: Route, change: (example: CallOptions) => CallOptions) {
  const organizationId = randomUUID();
  const caller = await callerOf(organizationId, route);
  const example = await exampleOf(route).prepare({ organizationId, mode: 'live' });
  return call(caller, route, change(example));
}

/** The same for calls that have no effect: one caller and example serve all of them. */
const ready = new Map<Route, ReturnType<typeof prepared>>();
async function prepared(route: Route) {
  const organizationId = randomUUID();
  const caller = await callerOf(organizationId, route);
  return { caller, example: await exampleOf(route).prepare({ organizationId, mode: 'live' }) };
}
async function refusalOf(route: Route, change: (example: CallOptions) => CallOptions) {
  const preparing = ready.get(route) ?? prepared(route);
  ready.set(route, preparing);
  const { caller, example } = await preparing;
  return call(caller, route, change(example));
}

describe.each(titled(withIds))('%s', (_title, route) => {
  const names = Object.keys(route.params.shape).filter((name) => route.params.shape[name] === RecordId);

  test('refuses what is no id where an id belongs', async () => {
    const malformed = [
      '0',
      'null',
      'not-a-uuid',
      '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e0',
      '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e000',
      '019ced2c0e657a4c9b1d6f1c2b9a4e00',
      '{019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00}',
      '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4eg0',
      '%20',
    ];
    for (const text of malformed)
      for (const name of names) {
        const response = await refusalOf(route, ({ params, ...rest }) => ({
          ...rest,
          params: { ...params, [name]: text },
        }));

        expect(response, text).toMatchObject({ status: 400, body: { code: 'invalid_path' } });
        expect(response.body.errors, text).toMatchObject([{ path: name }]);
      }
  });

  test('accepts an id in upper case as the same id', async () => {
    const response = await answerOf(route, ({ params = {}, ...rest }) => ({
      ...rest,
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [name, names.includes(name) ? value.toUpperCase() : value]),
      ),
    }));

    expect(response.status).toBe(route.status);
  });

  test('does not find a record by an id that differs in its last bits', async () => {
    for (const name of names) {
      const response = await refusalOf(route, ({ params = {}, ...rest }) => ({
        ...rest,
        params: { ...params, [name]: neighbourOf(params[name] ?? '') },
      }));

      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});

const neighbourOf = (id: string) =>
  id.slice(0, -2) + (Number.parseInt(id.slice(-2), 16) ^ 1).toString(16).padStart(2, '0');

test.each(titled(keyed))('%s wants an idempotency key', async (_title, route) => {
  const response = await refusalOf(route, (example) => ({ ...example, idempotencyKey: null }));

  expect(response).toMatchObject({ status: 400, body: { code: 'idempotency_key_required' } });
});

test.each(titled(maybeKeyed))('%s works without an idempotency key', async (_title, route) => {
  const response = await answerOf(route, (example) => ({ ...example, idempotencyKey: null }));

  expect(response.status).toBe(route.status);
});

test.each(titled([...keyed, ...maybeKeyed]))('%s refuses a malformed idempotency key', async (_title, route) => {
  for (const idempotencyKey of ['', ' ', 'a b', 'k'.repeat(121), 'ключ']) {
    const response = await refusalOf(route, (example) => ({ ...example, idempotencyKey }));

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
  }
});

test.each(titled(withoutBody))('%s takes no body', async (_title, route) => {
  const refused = [
    ['{"reason":"none"}', 'invalid_body'],
    ['[]', 'invalid_body'],
    ['null', 'invalid_body'],
    ['reason=none', 'invalid_json'],
  ] as const;
  for (const [rawBody, code] of refused) {
    const response = await refusalOf(route, (example) => ({ ...example, rawBody }));

    expect(response, rawBody).toMatchObject({ status: 400, body: { code } });
  }
});

test.each(titled(withoutBody))('%s takes an empty object for no body', async (_title, route) => {
  const response = await answerOf(route, (example) => ({ ...example, rawBody: '{}' }));

  expect(response.status).toBe(route.status);
});

test('request bodies: an empty object and no body are the same request', async () => {
  const { startRun } = routes.verification;
  const organizationId = randomUUID();
  const caller = await userOf(organizationId, 'owner');
  const example = await exampleOf(startRun).prepare({ organizationId, mode: 'live' });
  const idempotencyKey = randomUUID();

  await call(caller, startRun, { ...example, idempotencyKey });
  const again = await call(caller, startRun, { ...example, idempotencyKey, rawBody: '{}' });

  expect(again.headers['idempotent-replayed']).toBe('true');
});

test.each(titled(withoutQuery))('%s takes no query', async (_title, route) => {
  const response = await refusalOf(route, (example) => ({
    ...example,
    query: { verbose: 'true' },
  }));

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
});

// The response of every route is compared with its documentation in `routes-in-use`.
test.each(titled(oneOfEachKind(allRoutes)))('%s answers what it says', async (_title, route) => {
  const response = await answerOf(route, (example) => example);

  expect(response.status).toBe(route.status);
  if (route.result === Nothing) expect(response.body).toBeUndefined();
  else if (route.contentType === 'application/json') {
    expect(response.headers['content-type']).toBe('application/json');
    expect(route.result.safeParse(response.body).error).toBeUndefined();
  } else expect([route.contentType, ...route.otherContentTypes]).toContain(response.headers['content-type']);
});
