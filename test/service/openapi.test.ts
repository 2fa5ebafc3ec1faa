import { readFileSync } from 'node:fs';
import { deliveryHeaders } from '@assay/foundation/webhook-signature';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { policyJsonSchema } from '#packages/policy-engine/src/definition.ts';
import { FACTORS } from '#packages/watchlist/src/matching/factor.ts';
import { openApiDocument } from '#shared/platform/http/openapi.ts';
import { problemExamples } from '#shared/platform/http/openapi-problems.ts';
import { documentedPath, Nothing, needsCredential, type Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { EXAMPLE_VALUES } from '#shared/service/example-values.ts';
import { isRunByService, screeningStepFaults } from '#shared/verification/screening-step.ts';
import type { Step } from '#shared/verification/workflow.ts';
import { VERSION } from '#shared/version.ts';
import { EVENT_CATALOGUE, type EventType } from '#shared/webhooks/event-catalogue.ts';
import { testEachOf } from '#test/support/each-of.ts';
import { faultsOf, operationOf, publishedBody, publishedResult, schemasIn } from '#test/support/published-document.ts';

const document = apiDocument();
const everyRoute = allRoutes.map((route): [string, Route] => [route.name, route]);

test('OpenAPI document: is valid OpenAPI 3.1', async () => {
  const validator = new Validator();

  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));

  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('OpenAPI document: has the version of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

  expect(VERSION).toBe(version);
  expect(document.info.version).toBe(version);
});

test('OpenAPI document: is deterministic', () => {
  const describe = () =>
    JSON.stringify(openApiDocument(allRoutes, { title: 'T', version: '1', description: 'D', modules: {} }));

  expect(describe()).toBe(describe());
});

test('OpenAPI document: contains no dangling reference', () => {
  const refs = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') refs.add(value);
    return value;
  });
  const resolve = (ref: string) =>
    ref
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);

  expect(refs.size).toBeGreaterThan(10);
  expect([...refs].filter((ref) => resolve(ref) === undefined)).toEqual([]);
});

test('OpenAPI document: contains every route once, with its operation id', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

  const ids = operations.map(({ operationId }) => operationId);

  expect(ids.toSorted()).toEqual(allRoutes.map(({ name }) => name).toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test('OpenAPI document: describes every module that has routes', () => {
  const modules = [...new Set(allRoutes.map(({ module }) => module))];

  expect(document.tags.map(({ name }) => name)).toEqual(modules);
  expect(document.tags.filter(({ description }) => description === '')).toEqual([]);
});

testEachOf('OpenAPI document: every operation is summed up, in its module', everyRoute, (route) => {
  const { summary, tags } = operationOf(route);

  expect(summary.length).toBeGreaterThan(5);
  expect(tags).toEqual([route.module]);
});

testEachOf('OpenAPI document: every operation asks for the credentials its access needs', everyRoute, (route) => {
  const { security, parameters } = operationOf(route);
  const ways = security.map((way) => Object.keys(way).join('+'));
  const refs = parameters.map((parameter) => ('$ref' in parameter ? parameter.$ref : ''));

  const byKey = 'apiKey+timestamp+signature';
  const expected = { public: [], signer: [], client: [byKey, 'token'], key: [byKey] };
  expect(ways).toEqual(expected[route.access as keyof typeof expected] ?? ['token']);
  for (const header of ['RiskMode', 'ServiceMode'])
    expect(refs.includes(`#/components/parameters/${header}`)).toBe(needsCredential(route));
});

testEachOf('OpenAPI document: every operation takes an idempotency key as its route does', everyRoute, (route) => {
  const { parameters, responses } = operationOf(route);
  const refs = parameters.map((parameter) => ('$ref' in parameter ? parameter.$ref : ''));

  const [asked] = refs.filter((ref) => ref.includes('IdempotencyKey'));

  const expected = { required: 'IdempotencyKey', optional: 'OptionalIdempotencyKey', none: '' };
  expect(asked?.split('/').at(-1) ?? '').toBe(expected[route.idempotency]);
  expect('Idempotent-Replayed' in (responses[route.status]?.headers ?? {})).toBe(route.idempotency !== 'none');
});

testEachOf('OpenAPI document: every operation names every parameter of its path', everyRoute, (route) => {
  const named = operationOf(route).parameters.flatMap((parameter) =>
    'in' in parameter && parameter.in === 'path' ? [parameter] : [],
  );

  expect(named.map(({ name }) => `{${name}}`)).toEqual(documentedPath(route).match(/\{\w+\}/g) ?? []);
  expect(
    route.params.safeParse(Object.fromEntries(named.map(({ name, example }) => [name, example]))).error,
  ).toBeUndefined();
});

testEachOf(
  'OpenAPI document: every operation describes its body, with an example that it accepts',
  everyRoute,
  (route) => {
    const published = publishedBody(route);

    expect(published !== undefined).toBe(route.body !== Nothing);
    if (!published) return;
    expect(Object.keys(published.schema)).not.toEqual([]);
    expect(route.body.safeParse(published.example).error).toBeUndefined();
    expect(faultsOf(published.schema, published.example)).toEqual([]);
  },
);

testEachOf('OpenAPI document: every operation takes times of any zone', everyRoute, (route) => {
  const { schema = {} } = publishedBody(route) ?? {};

  const times = [...schemasIn(schema)].filter(({ format }) => format === 'date-time');

  expect(times.flatMap((time) => faultsOf(time, '2026-03-14T10:26:53.589+01:00'))).toEqual([]);
});

testEachOf(
  'OpenAPI document: every operation describes its answer, with an example that conforms',
  everyRoute,
  (route) => {
    const published = publishedResult(route);

    expect(published !== undefined).toBe(route.result !== Nothing);
    if (!published) return;
    expect(Object.keys(published.schema)).not.toEqual([]);
    // Pages, scripts and fonts have none.
    if (route.contentType !== 'application/json' && !('example' in published)) return;
    expect(route.result.safeParse(published.example).error).toBeUndefined();
    expect(faultsOf(published.schema, published.example)).toEqual([]);
  },
);

testEachOf('OpenAPI document: every operation says whether its answer may be elsewhere', everyRoute, (route) => {
  const { responses } = operationOf(route);

  const isPdfOfDocument = ['readDocumentPdf', 'readSigningPdf'].includes(route.name);
  expect('302' in responses).toBe(isPdfOfDocument);
  if (isPdfOfDocument) expect(responses[302]?.headers).toHaveProperty('Location');
});

testEachOf('OpenAPI document: every operation names the problems it can answer with', everyRoute, (route) => {
  const { responses } = operationOf(route);
  const codesAt = (status: number) =>
    Object.keys(
      (responses[status]?.content?.['application/problem+json'] as { examples?: object } | undefined)?.examples ?? {},
    );

  for (const [code, [status]] of Object.entries(route.problems)) expect(codesAt(status)).toContain(code);
  expect(codesAt(401)).toEqual([
    ...(route.access === 'public' ? [] : ['unauthenticated']),
    ...(needsCredential(route) ? ['timestamp_out_of_range'] : []),
  ]);
  expect(codesAt(403).includes('forbidden')).toBe(needsCredential(route));
  expect(codesAt(409).includes('idempotency_key_reused')).toBe(route.idempotency !== 'none');
  expect(codesAt(400)).toEqual(expect.arrayContaining(['invalid_json', 'invalid_body']));
  expect(codesAt(413)).toContain('body_too_large');
  for (const status of [500, 503, 504]) expect(codesAt(status)).toHaveLength(1);
  expect(responses[503]?.headers).toHaveProperty('Retry-After');
  const isSpending = route.spends !== undefined || 'spending_limit' in route.problems;
  const limits = route.access === 'public' ? [] : ['rate_limited', ...(isSpending ? ['spending_limit'] : [])];
  expect(codesAt(429)).toEqual(limits);
  expect('Retry-After' in (responses[429]?.headers ?? {})).toBe(limits.length > 0);
});

testEachOf('OpenAPI document: every operation names what API Gateway answers by itself', everyRoute, (route) => {
  const { responses } = operationOf(route);

  const statuses = Object.keys(responses).filter(
    (status) => Number(status) >= 400 && responses[status]?.content?.['application/json'],
  );

  expect(statuses).toEqual(['413', '429', '500', '503']);
  expect(responses[429]).toMatchObject({
    description: expect.stringContaining('Nothing was changed'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/GatewayMessage' },
        examples: { gateway: { summary: 'API Gateway', value: { message: 'Too Many Requests' } } },
      },
    },
  });
});

test('OpenAPI document: a file is accepted in a form only', () => {
  const { requestBody } = operationOf(routes.documents.createDocument);
  const { 'multipart/form-data': form, 'application/json': inJson } = requestBody?.content ?? {};

  expect(form?.schema).toEqual({ $ref: '#/components/schemas/NewDocument' });
  expect(inJson?.schema).toEqual({ $ref: '#/components/schemas/NewDocumentOfUpload' });
  expect(routes.documents.createDocument.body.safeParse(inJson?.example).error).toBeUndefined();
});

test.each([
  ['readDocsFile', routes.service.readDocsFile, ['text/javascript', 'text/css']],
  [
    'readSigningAsset',
    routes.documents.readSigningAsset,
    ['text/javascript', 'text/css', 'font/woff2', 'font/ttf', 'application/wasm', 'application/octet-stream'],
  ],
  ['readConsoleFile', routes.console.readConsoleFile, ['text/javascript', 'text/css', 'font/woff2', 'image/svg+xml']],
])('OpenAPI document: %s lists every content type it serves', (_name, route, types) => {
  expect(Object.keys(operationOf(route).responses[200]?.content ?? {})).toEqual(types);
});

test.each(Object.entries(FACTORS))('says what %s means and counts', (code, factor) => {
  const { description = '' } = document.components.schemas.ScreeningFactorCode ?? {};

  const [line = ''] = description.split('\n').filter((one) => one.startsWith(`- \`${code}\``));

  expect(line).toContain(`(${factor.points})`);
  expect(line).toContain(factor.meaning);
});

test('OpenAPI document: publishes the policy format wherever a definition is sent', () => {
  const $ref = '#/components/schemas/PolicyDefinitionInput';
  const { NewPolicy, Simulation, PolicyDefinitionInput } = document.components.schemas;
  const published = policyJsonSchema().$defs?.PolicyDefinition;

  expect(NewPolicy?.properties?.definition).toEqual({ $ref });
  expect(Simulation?.properties?.definition).toEqual({ $ref });
  expect(PolicyDefinitionInput?.required).toEqual(published?.required);
  expect(Object.keys(PolicyDefinitionInput?.properties ?? {})).toEqual(Object.keys(published?.properties ?? {}));
  expect(faultsOf({ $ref }, { bands: [] })).not.toEqual([]);
});

test('OpenAPI document: publishes the configuration of a screening step', () => {
  const { createWorkflow } = routes.verification;
  const { example } = publishedBody(createWorkflow) as { example: { steps: Step[] } };
  const config = example.steps.find(isRunByService)?.config ?? {};
  const $ref = '#/components/schemas/ScreeningStepConfig';

  expect(screeningStepFaults(example.steps)).toEqual([]);
  expect(faultsOf({ $ref }, config)).toEqual([]);
  expect(faultsOf({ $ref }, { ...config, providerConfig: {} })).not.toEqual([]);
});

/** The problems of a route by code; common ones are resolved. */
function problemsOf(route: Route): Record<string, object> {
  const shown = Object.values(operationOf(route).responses).flatMap(({ content }) => {
    const media = content?.['application/problem+json'] as { examples: object } | undefined;
    return Object.entries(media?.examples ?? {});
  });
  return Object.fromEntries(shown.map(([code, example]) => [code, example.value ?? problemExamples[code]?.value]));
}

testEachOf('OpenAPI document: every operation shows its problems as they are answered', everyRoute, (route) => {
  for (const [code, problem] of Object.entries(problemsOf(route))) {
    expect(faultsOf({ $ref: '#/components/schemas/Problem' }, problem)).toEqual([]);
    expect(problem).toMatchObject({ code, type: `urn:assay:problem:${code}` });
  }
});

const { createSubject, createContext, addContextSubject, createSource } = routes.risk;

test.each([
  { route: createSubject, code: 'subject_exists', member: 'existingId' },
  { route: createContext, code: 'context_exists', member: 'existingId' },
  { route: addContextSubject, code: 'already_member', member: 'existingId' },
  { route: createSource, code: 'source_exists', member: 'existingId' },
  { route: routes.documents.updateTemplate, code: 'stale_revision', member: 'revision' },
])('OpenAPI document: $route.name shows the $member of $code', ({ route, code, member }) => {
  expect(document.components.schemas.Problem?.properties).toHaveProperty(member);
  expect(problemsOf(route)[code]).toHaveProperty(member);
});

test('OpenAPI document: states how large an included PDF may be, and where to upload larger ones', () => {
  const { description, responses } = operationOf(routes.documents.createDocument);

  expect(description).toMatch(/in the form, up to about 4 MB.*up to 20 MB.*`openUpload`/);
  expect(responses[413]?.description).toContain('`POST /documents/uploads`');
  // No limit that a form can never reach.
  expect(responses[413]?.description).not.toMatch(/\d{5}/);
});

test('OpenAPI document: describes the payload of every event', () => {
  const posts = Object.entries(document.webhooks).map(([event, { post }]) => ({ event, post }));

  expect(posts.map(({ event }) => event)).toEqual(Object.keys(EVENT_CATALOGUE));
  for (const { event, post } of posts) {
    const { schema, example } = post.requestBody.content['application/json'];
    expect(faultsOf(schema, example)).toEqual([]);
    expect(example).toMatchObject({ event });
    expect(post.parameters.map(({ name }) => name.toLowerCase()).sort()).toEqual(
      Object.keys(deliveryHeaders({ ...SIGNED, event }))
        .filter((name) => name !== 'content-type' && name !== 'user-agent')
        .sort(),
    );
  }
});
const SIGNED = { eventId: 'e', timestamp: 0, body: '', secrets: [] };

const RUN = ['runId', 'status', 'incomplete', 'errorCode', 'trigger', 'sessionId', 'riskSubjectId'];

test.each<[EventType, string[]]>([
  ['risk.assessment.created', []],
  ['screening.run.completed', [...RUN, 'matchCount']],
  ['screening.match.found', ['runId', 'matches']],
  ['risk.investigation.finished', ['status']],
  ['verification.run.completed', ['sessionId', 'outcome']],
  ['verification.decision.recorded', ['sessionId', 'runId', 'decision']],
  ['screening.list.held', ['list']],
  ['document.sent', ['documentId']],
  ['document.viewed', ['documentId', 'signerId']],
  ['document.field_filled', ['documentId', 'signerId', 'fieldId']],
  ['document.completed', ['documentId', 'sha256']],
])('OpenAPI document: lists the data of %s', (event, members) => {
  const { example } = document.webhooks[event]?.post.requestBody.content['application/json'] ?? {};

  const { data } = example as { data: object };

  expect(Object.keys(data).toSorted()).toEqual([...ALWAYS_TOLD, ...members].toSorted());
});
const ALWAYS_TOLD = ['organizationId', 'subjectId', 'resourceId', 'sandbox'];

test.each(Object.keys(EVENT_CATALOGUE))('%s shows a subject only where it has one', (event) => {
  const { example } = document.webhooks[event]?.post.requestBody.content['application/json'] ?? {};

  const { subjectId } = (example as { data: { subjectId: unknown } }).data;

  expect(subjectId !== null).toBe(/^(risk\.(?!policy|backtest)|work\.|verification\.)/.test(event));
});

/** Every string of an example, with the name of its property. */
function* stringsIn(example: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof example === 'string') yield [name, example];
  else if (Array.isArray(example)) for (const item of example) yield* stringsIn(item, name);
  else if (typeof example === 'object' && example !== null)
    for (const [member, value] of Object.entries(example)) yield* stringsIn(value, member);
}

function* examplesIn(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'example' || name === 'examples') yield member;
    else yield* examplesIn(member);
  }
}

test('OpenAPI examples: no string is a placeholder', () => {
  const strings = [...examplesIn(document)].flatMap((example) => [...stringsIn(example)]);

  expect(strings.length).toBeGreaterThan(3_000);
  // `text` and `string` are values of the API where they name the type of a field or a fact.
  const placeholders = strings.filter(
    ([name, text]) => /^(text|string|foo|bar|lorem)$/i.test(text) && !/^(fieldType|type)$/.test(name),
  );
  expect(placeholders).toEqual([]);
});

test('OpenAPI examples: every example string is used', () => {
  const shown = new Set(
    [...examplesIn(document)].flatMap((example) => [...stringsIn(example)]).map(([, text]) => text),
  );

  expect(Object.entries(EXAMPLE_VALUES).filter(([, value]) => typeof value === 'string' && !shown.has(value))).toEqual(
    [],
  );
});

test.each(Object.entries(document.webhooks))(
  'OpenAPI examples: the example of the webhook %s conforms to its schema',
  (_event, { post }) => {
    const { schema, example } = post.requestBody.content['application/json'];

    expect(faultsOf(schema, example)).toEqual([]);
  },
);
