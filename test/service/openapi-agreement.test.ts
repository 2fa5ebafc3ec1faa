import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import type { JsonSchema } from '#shared/platform/http/openapi-schemas.ts';
import { Nothing, type Route } from '#shared/platform/http/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { asSent, disagreementsAround } from '#test/support/agreement.ts';
import { bodiesTaken } from '#test/support/bodies-taken.ts';
import { mutationsOf } from '#test/support/body-mutations.ts';
import { changedBody } from '#test/support/changed-body.ts';
import { faultsOf, operationOf, publishedBody } from '#test/support/published-document.ts';
import { refusalsOf } from '#test/support/service-judgement.ts';
import { runs } from '#test/support/soak.ts';

/**
 * The document refuses what the service refuses and nothing else, except for rules that it states in words.
 * A rule that is added to a schema but not to the document fails here.
 */
const withBody = allRoutes.filter(({ body }) => body !== Nothing);

const queryParameters = allRoutes.flatMap((route) =>
  operationOf(route).parameters.flatMap((one): [string, string, QueryParameter][] =>
    'in' in one && one.in === 'query'
      ? [[route.name, one.name, { schema: one.schema, shape: shapeOf(route, one.name) }]]
      : [],
  ),
);

interface QueryParameter {
  schema: JsonSchema;
  shape: z.ZodType;
}

test.each(withBody.map((route): [string, Route] => [route.name, route]))(
  'OpenAPI agreement: %s accepts and refuses bodies as documented',
  (_name, route) => {
    expect(disagreementsAround(route, publishedBody(route)?.example)).toEqual([]);
  },
);

test.each(bodiesTaken)('%s is judged as it is documented', (_what, route, changes) => {
  expect(disagreementsAround(route, changedBody(route, changes))).toEqual([]);
});

/** Whether an answer gave the number is a rule that a schema cannot express. */
const isMadeUpOffset = (parameter: string, value: string) => parameter === 'offset' && Number(value) > 0;

test.each(queryParameters)('%s takes the %s that is documented', (_name, parameter, one) => {
  const { schema, shape } = one;
  const { type, minimum = 0, maximum = 1, enum: words = [] } = schema;
  const bounds = [minimum, minimum - 1, maximum, maximum + 1, 1.5];
  const values = ['', 'x', ...words, ...bounds].map(String);

  const documented = values.filter((value) => {
    const read = type === 'integer' && value !== '' ? Number(value) : value;
    return faultsOf(schema, read).length === 0 && !isMadeUpOffset(parameter, value);
  });

  expect(values.filter((value) => shape.safeParse(value).success)).toEqual(documented);
});

test('OpenAPI agreement: the service refuses every body that the document refuses, also after several changes', () => {
  const picks = fc.array(fc.nat(), { minLength: 2, maxLength: 4 });

  fc.assert(
    fc.property(fc.constantFrom(...withBody), picks, (route, changes) => {
      const body = changedBy(changes, route);
      const isDocumented = faultsOf(publishedBody(route)?.schema ?? {}, body).length === 0;
      expect(isDocumented || refusalsOf(route, body).length > 0, JSON.stringify(body)).toBe(true);
    }),
    runs(1_500),
  );
});

function shapeOf({ query }: Route, name: string): z.ZodType {
  const shape = query.shape[name];
  if (!shape) throw new Error(`There is no parameter ${name}.`);
  return shape as z.ZodType;
}

/** Each change but the last leaves a valid body, or is skipped, so that sequences go deep. */
function changedBy(picks: readonly number[], route: Route): unknown {
  const { schema = {}, example } = publishedBody(route) ?? {};
  return picks.reduce((body: unknown, pick, index) => {
    const all = mutationsOf(body, schema);
    const next = asSent(all[pick % all.length]);
    const isLast = index === picks.length - 1;
    return isLast || refusalsOf(route, next).length === 0 ? next : body;
  }, example);
}
