import { beforeAll, expect, test } from 'vitest';
import { usesOfRoute } from '#infra/grants.ts';
import { allRoutes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { observed } from '#test/support/faults.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { callerFor, plantTenant } from '#test/support/tenant.ts';
import { declaredIn, touchedBy } from '#test/support/touched-tables.ts';

/**
 * A function's role is built from its declaration: any other access would fail after deployment.
 */
beforeAll(prepareEngine);

test.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s accesses tables only as declared',
  async (_title, route) => {
    const tenant = await plantTenant();
    const options = await exampleOf(route).prepare(tenant);

    const { result, calls } = await observed(() => call(callerFor(tenant, route), route, options));

    expect(result.status).toBe(route.status);
    const declared = declaredIn(usesOfRoute(route));
    expect([...touchedBy(calls)].filter((one) => !declared.includes(one))).toEqual([]);
  },
);
