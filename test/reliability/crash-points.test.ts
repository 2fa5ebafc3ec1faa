import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMutation, type Route } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashAt, observed, withFaults } from '#test/support/faults.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { atOnce, oneOfEachKind, scaled, walked } from '#test/support/soak.ts';
import { countRows, countRowsOf } from '#test/support/stored-state.ts';
import { callerFor, plantTenant } from '#test/support/tenant.ts';

/**
 * A changing route is killed before and after each of its AWS calls, then called again as a client
 * would. Whatever happened, there is one effect: the same rows as an undisturbed call makes. The full
 * run walks every route, every run one of each kind.
 */
let crashes = 0;

beforeAll(prepareEngine);
afterAll(() => console.log(`crash points: ${crashes}`));

/** One call, ready to be made and made again, in an organization where nothing else happens. */
async function readyCall(route: Route) {
  const tenant = await plantTenant();
  const example = await exampleOf(route).prepare(tenant);
  const idempotencyKey = route.idempotency === 'none' ? null : randomUUID();
  return {
    make: () => call(callerFor(tenant, route), route, { ...example, idempotencyKey }),
    organizationId: tenant.organizationId,
    rows: () => countRows(tenant.organizationId),
  };
}

const isWrite = ({ command }: AwsCall) => /Write|Send|Put|Update|Delete/.test(command);

/** A crash before the first write has no effect at any point, so every run tests one of them. */
function pointsOf(calls: AwsCall[]) {
  const points = calls.flatMap((call, index) =>
    (['before', 'after'] as const).map((moment) => ({ command: call.command, index, moment })),
  );
  const firstWrite = calls.findIndex(isWrite);
  return points.slice(scaled(2 * Math.max(firstWrite, 0), 0));
}

describe.each(
  walked(allRoutes.filter(isMutation), oneOfEachKind).map((route) => [`${route.method} ${route.path}`, route] as const),
)('%s', (_title, route) => {
  test('has one effect wherever it is killed and however it is retried', async () => {
    const undisturbed = await readyCall(route);
    const { result, calls } = await observed(undisturbed.make);
    const once = await undisturbed.rows();
    const repeated = await undisturbed.make();
    // Without a key, a repetition is a change of its own: it may be told in history once more.
    const twice = await undisturbed.rows();
    const { repeatedStatus = route.status } = exampleOf(route);
    expect([result.status, repeated.status]).toEqual([route.status, repeatedStatus]);
    expect(calls.map(({ command }) => command)).toContain('TransactWriteItems');
    if (route.idempotency !== 'none') expect(twice).toEqual(once);

    const points = new Map<string, string>();
    await atOnce(pointsOf(calls), async ({ command, index, moment }) => {
      const crashing = await readyCall(route);
      await withFaults(crashAt(index, moment), crashing.make);

      const retried = await crashing.make();

      const point = `killed ${moment} call ${index} (${command})`;
      expect([route.status, repeatedStatus], point).toContain(retried.status);
      points.set(crashing.organizationId, point);
      crashes += 1;
    });
    const rowsOf = await countRowsOf([...points.keys()]);
    for (const [organizationId, point] of points)
      expect([once, twice], point).toContainEqual(rowsOf.get(organizationId));
  });
});

test('leaves no half of a change anywhere', async () => {
  expect(crashes).toBeGreaterThan(0);
  expect(await audit()).toEqual([]);
});
