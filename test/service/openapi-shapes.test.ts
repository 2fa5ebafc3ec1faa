import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { describedBy } from '#shared/platform/http/described-by.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { openApiDocument } from '#shared/platform/http/openapi.ts';
import { parameterComponents } from '#shared/platform/http/openapi-parameters.ts';
import { parseRequest } from '#shared/platform/http/parse-request.ts';
import { defineRoutes, get, Nothing, post, type Route } from '#shared/platform/http/route.ts';
import { Instant, Timestamp } from '#shared/platform/http/shapes.ts';

const describe = (routes: Record<string, Route>) =>
  openApiDocument(Object.values(defineRoutes('things', routes)), {
    title: 'T',
    version: '1',
    description: '',
    modules: {},
  });

test('OpenAPI shapes: a shape gets a second name if its request and response forms differ', () => {
  const Inner = z.object({ weight: z.number().default(1) }).meta({ id: 'Inner' });
  const Outer = z.object({ inner: Inner }).meta({ id: 'Outer' });
  const Same = z.object({ name: z.string() }).meta({ id: 'Same' });

  const { components, paths } = describe({
    make: post('/things', 'client', z.strictObject({ outer: Outer, same: Same }), Outer, {
      summary: 'Make',
    }),
    read: get('/same', 'client', Same, { summary: 'Read' }),
  });

  expect(Object.keys(components.schemas)).toEqual([
    'GatewayMessage',
    'Inner',
    'InnerInput',
    'Outer',
    'OuterInput',
    'Problem',
    'Same',
  ]);
  expect(components.schemas.Inner?.required).toEqual(['weight']);
  expect(components.schemas.InnerInput?.required).toBeUndefined();
  expect(components.schemas.OuterInput?.properties).toEqual({
    inner: { $ref: '#/components/schemas/InnerInput' },
  });
  expect(paths['/api/v1/things']?.post?.requestBody?.content['application/json']?.schema.properties).toEqual({
    outer: { $ref: '#/components/schemas/OuterInput' },
    same: { $ref: '#/components/schemas/Same' },
  });
});

test('OpenAPI shapes: a parameter is described before it is transformed', () => {
  const { paths } = describe({
    list: get('/things', 'public', z.object({}), {
      summary: 'List',
      query: z.strictObject({ offset: Offset, since: Timestamp }),
    }),
  });

  expect(paths['/api/v1/things']?.get?.parameters).toEqual([
    {
      name: 'offset',
      in: 'query',
      required: false,
      description: expect.stringContaining('`nextOffset` of the previous response'),
      schema: {
        type: 'integer',
        minimum: 0,
        maximum: 8_999_999_999_999_999,
        anyOf: [{ const: 0 }, { minimum: 707_788_800_000 }],
        default: 0,
      },
    },
    {
      name: 'since',
      in: 'query',
      required: true,
      schema: {
        type: 'string',
        format: 'date-time',
        pattern: 'Z$',
        examples: ['2026-03-14T09:26:53.589Z'],
      },
      example: '2026-03-14T09:26:53.589Z',
    },
  ]);
});

test('OpenAPI shapes: a timestamp with any offset differs from one in UTC', () => {
  const { paths } = describe({
    make: post('/things', 'client', z.strictObject({ from: Instant }), z.object({ at: Timestamp }), {
      summary: 'Make',
    }),
  });

  const { requestBody, responses } = paths['/api/v1/things']?.post ?? {};

  expect(requestBody?.content['application/json']?.schema.properties?.from).toEqual({
    type: 'string',
    format: 'date-time',
  });
  expect(responses?.[201]?.content?.['application/json']?.schema.properties?.at).toMatchObject({
    format: 'date-time',
    pattern: 'Z$',
  });
});

test('OpenAPI shapes: the example of a shape is shown, also if the shape transforms its input', () => {
  const Trimmed = z
    .strictObject({ name: z.string().transform((name) => name.trim()) })
    .meta({ id: 'Trimmed', examples: [{ name: ' Ada ' }] });

  const { paths } = describe({
    make: post('/things', 'client', Trimmed, Nothing, { summary: 'Make' }),
  });

  expect(paths['/api/v1/things']?.post?.requestBody?.content['application/json']?.example).toEqual({
    name: ' Ada ',
  });
});

test('OpenAPI shapes: responses may grow, and only strict bodies refuse unknown properties', () => {
  const { paths } = describe({
    make: post('/things', 'client', z.strictObject({}), z.object({ a: z.int() }), {
      summary: 'Make',
    }),
  });

  const { requestBody, responses } = paths['/api/v1/things']?.post ?? {};

  expect(requestBody?.content['application/json']?.schema.additionalProperties).toBe(false);
  expect(responses?.[201]?.content?.['application/json']?.schema).toEqual({
    type: 'object',
    properties: { a: { type: 'integer' } },
    required: ['a'],
  });
});

test('OpenAPI shapes: a body that a use case validates is described as it should be', () => {
  const Wanted = z.strictObject({ weight: z.number().default(1) }).meta({ id: 'Wanted' });
  const taken = describedBy(Wanted, z.record(z.string(), z.unknown()));
  const body = z.strictObject({ wanted: taken, other: taken.optional() });

  const { paths, components } = describe({
    make: post('/things', 'client', body, Nothing, { summary: 'Make' }),
  });

  const { schema } = paths['/api/v1/things']?.post?.requestBody?.content['application/json'] ?? {};
  const $ref = '#/components/schemas/Wanted';
  expect(schema?.properties).toEqual({ wanted: { $ref }, other: { $ref } });
  expect(components.schemas.Wanted?.properties?.weight).toEqual({ type: 'number', default: 1 });
  expect(body.parse({ wanted: { wait: '1' } })).toEqual({ wanted: { wait: '1' } });
});

test('OpenAPI shapes: a route without a response has no content', () => {
  const { paths } = describe({
    remove: post('/things', 'client', Nothing, Nothing, { summary: 'Remove', status: 204 }),
  });

  expect(paths['/api/v1/things']?.post).not.toHaveProperty('requestBody');
  expect(paths['/api/v1/things']?.post?.responses[204]).not.toHaveProperty('content');
});

test('OpenAPI shapes: a problem of the route is grouped with the common problems of its status', () => {
  const { paths } = describe({
    make: post('/things', 'admin', Nothing, Nothing, {
      summary: 'Make',
      problems: { in_use: [409, 'The thing is in use.'], gone: [410, 'The thing is gone.'] },
    }),
  });

  const { responses } = paths['/api/v1/things']?.post ?? {};

  expect(responses?.[409]?.description.split('\n')).toEqual([
    expect.stringMatching(/^- `blind_review_open`: You have the blind review of sample /),
    '- `idempotency_key_reused`: This idempotency key has been used for a different request.',
    '- `in_use`: The thing is in use.',
  ]);
  expect(responses?.[410]?.description).toBe('- `gone`: The thing is gone.');
  expect(responses?.[403]?.description).toContain('owner or admin');
});

test('OpenAPI shapes: exactly the accepted idempotency keys are documented', () => {
  const { schema } = parameterComponents.IdempotencyKey;
  const documented = new RegExp(schema.pattern ?? '');
  const route = post('/things', 'client', Nothing, Nothing, { summary: 'Make' });
  const isAccepted = (key: string) => {
    const request = {
      method: 'POST',
      pathAndQuery: '/api/v1/things',
      path: '/api/v1/things',
      headers: { 'idempotency-key': key },
      pathParameters: {},
      query: new URLSearchParams(),
      body: new Uint8Array(),
      mayHaveLostBytes: false,
      requestId: 'r',
      client: { ipAddress: '', userAgent: '', origin: '' },
    };
    try {
      return parseRequest(route, request).idempotentRequest !== undefined;
    } catch {
      return false;
    }
  };
  const keys = fc.oneof(fc.string({ maxLength: 130 }), fc.stringMatching(/^[A-Za-z0-9_.:-]{1,125}$/));
  const atTheLimit = [['k'.repeat(120)], ['k'.repeat(121)], ['']] as [string][];

  fc.assert(
    fc.property(keys, (key) => documented.test(key) === isAccepted(key)),
    { examples: atTheLimit },
  );
});
