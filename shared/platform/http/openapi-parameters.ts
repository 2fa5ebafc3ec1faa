import { type ExampleSources, exampleOf } from './openapi-examples.ts';
import type { JsonSchema, RouteSchemas } from './openapi-schemas.ts';
import { needsCredential, type Route } from './route.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Reference {
  $ref: string;
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Makes the request safe to repeat: the same key, principal and body return the first response for at ' +
    'least 30 days. A refused request does not use up its key.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,120}$' },
  example: 'signup-4711',
};

const modeHeader = (name: string): Parameter => ({
  name,
  in: 'header',
  description: 'With a token: `test` or `live`, by default `live`. With an API key: must equal the mode of the key.',
  schema: { type: 'string', enum: ['test', 'live'] },
});

/** Headers that many routes share. */
export const parameterComponents = {
  IdempotencyKey: IDEMPOTENCY_KEY,
  OptionalIdempotencyKey: { ...IDEMPOTENCY_KEY, required: false },
  RiskMode: modeHeader('X-Risk-Mode'),
  ServiceMode: modeHeader('X-Service-Mode'),
} satisfies Record<string, Parameter>;

const refer = (name: keyof typeof parameterComponents): Reference => ({
  $ref: `#/components/parameters/${name}`,
});

export function parametersOf(
  { access, idempotency, module }: Route,
  { params, query }: RouteSchemas,
  sources: ExampleSources,
): (Parameter | Reference)[] {
  return [
    ...membersOf(params, { in: 'path', module }, sources),
    ...membersOf(query, { in: 'query', module }, sources),
    ...(idempotency === 'required' ? [refer('IdempotencyKey')] : []),
    ...(idempotency === 'optional' ? [refer('OptionalIdempotencyKey')] : []),
    ...(needsCredential({ access }) ? [refer('RiskMode'), refer('ServiceMode')] : []),
  ];
}

function membersOf(
  { properties = {}, required = [] }: JsonSchema,
  place: { in: 'path' | 'query'; module: string },
  sources: ExampleSources,
): Parameter[] {
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...schema } = typeof member === 'boolean' ? {} : member;
    // An example of an optional query parameter would filter every call tried from the documentation.
    const isNeeded = required.includes(name);
    return {
      name,
      in: place.in,
      required: isNeeded,
      ...(description && { description }),
      schema,
      ...(isNeeded && { example: exampleOf(schema, sources, { owner: place.module, name }) }),
    };
  });
}
