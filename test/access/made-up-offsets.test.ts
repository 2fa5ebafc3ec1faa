import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '#shared/routes.ts';
import { call, keyOf, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { randomFrom } from '#test/support/random.ts';
import { exampleOf } from '#test/support/route-examples.ts';

/** Every list refuses an `offset` that no response gave, instead of starting somewhere else. */
const lists = allRoutes.filter(({ query }) => 'offset' in query.shape);

const random = randomFrom(11);
const MADE_UP = [
  1,
  100,
  9999,
  12_345,
  999_999_999,
  99_999_999_999_999,
  ...Array.from({ length: 4 }, () => Math.floor(random() * 1e11)),
  ...Array.from({ length: 4 }, () => Math.floor(random() * 8e15)),
];

beforeAll(prepareEngine);

test('made-up offsets: the route table has lists', () => {
  expect(lists.length).toBeGreaterThan(15);
});

describe.each(lists.map((route) => [route.name, route] as const))('made-up offsets: %s', (_name, route) => {
  test('are refused, and 0 is the first page', async () => {
    const organizationId = randomUUID();
    const caller =
      route.access === 'key' ? (await keyOf(organizationId, 'live')).credential : await userOf(organizationId, 'owner');
    const example = await exampleOf(route).prepare({ organizationId, mode: 'live' });
    const from = (offset: number) => call(caller, route, { ...example, query: { ...example.query, offset } });

    expect(await from(0)).toMatchObject({ status: 200 });
    for (const offset of MADE_UP)
      expect(await from(offset), String(offset)).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_query',
          errors: [{ path: 'offset', message: expect.stringContaining('`nextOffset`') }],
        },
      });
  });
});
