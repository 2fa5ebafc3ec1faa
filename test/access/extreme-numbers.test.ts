import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { Nothing, type Route } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { call, keyOf, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { some } from '#test/support/soak.ts';

/** Doubles outside the range of DynamoDB numbers, which is 1e-130 to 1e126. */
const EXTREMES = [1e-200, -1e-200, 5e-324, 1e200, -1.7976931348623157e308];

/** Properties that may be numbers beyond those of the examples, by path. */
const MORE: Record<string, readonly string[]> = {
  createTemplate: ['sampleData.amount', 'sampleData.many.0'],
  updateTemplate: ['sampleData.amount'],
  createDocumentFromTemplate: ['templateData.amount'],
  createWorkflow: ['steps.0.config.threshold'],
  sendDocument: ['expiresInDays'],
  addSigner: ['signingOrder'],
  addField: ['maxLength'],
  updateField: ['xPosition', 'width', 'maxLength', 'pageNumber'],
};

beforeAll(prepareEngine);

const withNumbers = allRoutes.filter(({ body }) => body !== Nothing);

test.each(some(withNumbers, 20).map((route) => [route.name, route] as const))(
  'extreme numbers: %s answers without a 5xx',
  async (_name, route) => {
    const organizationId = randomUUID();
    const { body } = await exampleOf(route).prepare({ organizationId, mode: 'live' });
    const paths = [...numbersIn(body), ...(MORE[route.name] ?? [])];

    for (const path of paths)
      for (const extreme of EXTREMES) {
        const { status } = await callWith(route, path, extreme);
        expect(status, `${path} ${extreme}`).toBeLessThan(500);
      }
  },
);

async function callWith(route: Route, path: string, value: number) {
  const organizationId = randomUUID();
  const caller =
    route.access === 'key' ? (await keyOf(organizationId, 'live')).credential : await userOf(organizationId, 'owner');
  const example = await exampleOf(route).prepare({ organizationId, mode: 'live' });
  return call(caller, route, { ...example, body: changed(example.body, path.split('.'), value) });
}

function numbersIn(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'number') return [path.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => numbersIn(member, [...path, name]));
}

function changed(value: unknown, [name, ...rest]: string[], number: number): unknown {
  if (name === undefined) return number;
  const whole = (value ?? (name === '0' ? [] : {})) as Record<string, unknown>;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  return Object.assign(copy, { [name]: changed(whole[name], rest, number) });
}
