import { beforeAll, expect, test } from 'vitest';
import { Nothing } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { fuzzedBodiesOf } from '#test/support/fuzzed-bodies.ts';
import { newSeed, randomFrom } from '#test/support/random.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { atOnce, scaled } from '#test/support/soak.ts';
import { callerFor, plantTenant } from '#test/support/tenant.ts';

/**
 * The handlers themselves, from signature to commit, for a few bodies of every route that takes one, on records that
 * exist. `test/platform/http/fuzzed-bodies.test.ts` sends the mass through all that comes before the use case.
 */
const BODIES_PER_ROUTE = scaled(3, 200);
const SEED = newSeed(23);

beforeAll(prepareEngine);

test('fuzzed bodies: no handler answers with a 5xx', { tags: 'full' }, async () => {
  const routes = allRoutes.filter(({ body }) => body !== Nothing);
  const failures: string[] = [];
  const counts: Record<number, number> = {};

  await atOnce([...routes.entries()], async ([index, route]) => {
    const tenant = await plantTenant();
    const { params = {} } = await exampleOf(route).prepare(tenant);
    const next = fuzzedBodiesOf(route, randomFrom(SEED + index));
    for (let made = 0; made < BODIES_PER_ROUTE; made += 1) {
      const { bytes, contentType } = next();
      const { status } = await call(callerFor(tenant, route), route, {
        params,
        rawBody: bytes,
        headers: { 'content-type': contentType },
      });
      counts[status] = (counts[status] ?? 0) + 1;
      if (status >= 500) failures.push(`${route.name} ${status}: ${bytes.toString().slice(0, 300)}`);
    }
  });

  console.info(`Repeat with SEED=${SEED}`, counts);
  expect(failures).toEqual([]);
  expect(counts[400]).toBeGreaterThan(0);
});
