import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done, eventTypes, everyItem, type World } from '#test/support/risk-world.ts';
import { DOCUMENT } from '#test/support/screened-sessions.ts';
import { ALL_STEPS, aStep, newWorkflow, type StepOf, saveWorkflow } from '#test/support/verification-world.ts';

const { createWorkflow, readWorkflow, listWorkflows } = verificationRoutes;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const read = (id: string, query = {}, as = world.client) => call(as, readWorkflow, { params: { id }, query });
const outputs = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `o${index}`, type: 'string' }));
const stepsNumbered = (count: number, of: Partial<StepOf> = {}) =>
  Array.from({ length: count }, (_, index) => aStep('check', { key: `s${index}`, ...of }));

test('workflow: saves the first revision of a key, which can be read', async () => {
  const key = `w${randomUUID()}`;

  const saved = await saveWorkflow(world, ALL_STEPS, key);
  const { body } = await read(saved.body.id);

  expect(saved).toMatchObject({
    status: 201,
    body: { resource: 'workflows', data: { key, revision: 1, steps: ALL_STEPS } },
  });
  expect(body).toEqual(saved.body);
  expect(await eventTypes(world, saved.body.id)).toEqual(['verification.workflow.created']);
});

test('workflow: fills in defaults of steps', async () => {
  const { body } = await saveWorkflow(world, [{ key: 'selfie', type: 'capture' }]);

  expect(body.data.steps).toEqual([{ key: 'selfie', type: 'capture', config: {}, outputs: [] }]);
});

test('workflow: saving a key again creates the next revision, and the earlier one stays', async () => {
  const first = await newWorkflow(world);
  const steps = [aStep('risk')];

  const second = await saveWorkflow(world, steps, first.key);
  const [latest, earlier] = [await read(first.id), await read(first.id, { revision: 1 })];

  expect(second.body).toMatchObject({ id: first.id, data: { revision: 2, steps } });
  expect(latest.body).toEqual(second.body);
  expect(earlier.body.data).toMatchObject({ revision: 1, steps: first.steps });
  expect(await eventTypes(world, first.id)).toEqual(['verification.workflow.created', 'verification.workflow.revised']);
});

test('workflow: concurrent saves create consecutive revisions', async () => {
  const { key, id } = await newWorkflow(world);

  const saved = await Promise.all([1, 2, 3, 4].map(() => saveWorkflow(world, ALL_STEPS, key)));

  expect(saved.map(({ body }) => body.id)).toEqual([id, id, id, id]);
  expect(saved.map(({ body }) => body.data.revision).sort()).toEqual([2, 3, 4, 5]);
});

test('workflow: a retried request creates no further revision', async () => {
  const key = `w${randomUUID()}`;
  const options = { body: { key, steps: ALL_STEPS }, idempotencyKey: randomUUID() };

  const first = await call(world.owner, createWorkflow, options);
  const again = await call(world.owner, createWorkflow, options);

  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await read(first.body.id)).body.data.revision).toBe(1);
});

test('workflow: stores every number of a configuration exactly', async () => {
  const config = { tiny: 5e-324, huge: 1.7976931348623157e308, many: 0.1234567890123456 };

  const { body } = await saveWorkflow(world, [aStep('capture', { config })]);

  expect((await read(body.id)).body.data.steps[0].config).toEqual(config);
});

test.each<[string, unknown]>([
  ['20 steps', stepsNumbered(20, { outputs: [] })],
  ['100 outputs in one step', [aStep('risk', { outputs: outputs(100) })]],
  ['100 outputs over two steps', stepsNumbered(2, { outputs: outputs(50) })],
  ['a list of numbers', [aStep('risk', { outputs: [{ key: 'a', type: 'list', itemType: 'number' }] })]],
])('accepts %s', async (_case, steps) => {
  expect((await saveWorkflow(world, steps)).status).toBe(201);
});

test.each<[string, unknown]>([
  ['no steps', []],
  ['21 steps', stepsNumbered(21, { outputs: [] })],
  ['101 outputs', [aStep('risk', { outputs: outputs(101) })]],
  ['101 outputs over two steps', [...stepsNumbered(2, { outputs: outputs(50) }), aStep('risk')]],
  ['two steps of one key', [aStep('risk'), aStep('check', { key: 'risk_step' })]],
  ['two outputs of one key in a step', [aStep('risk', { outputs: [...outputs(1), ...outputs(1)] })]],
  ['a type of step that does not exist', [aStep('guess')]],
  ['a step key in capitals', [aStep('risk', { key: 'Risk' })]],
  ['an output key with a space', [aStep('risk', { outputs: [{ key: 'a b', type: 'string' }] })]],
  ['an output of an unknown type', [aStep('risk', { outputs: [{ key: 'a', type: 'date' }] })]],
  ['a list without an item type', [aStep('risk', { outputs: [{ key: 'a', type: 'list' }] })]],
  ['a configuration that is no object', [{ ...aStep('risk'), config: 'none' }]],
])('refuses %s', async (_case, steps) => {
  expect(await saveWorkflow(world, steps)).toMatchObject({
    status: 400,
    body: { code: 'invalid_body' },
  });
});

test('workflow: only an owner or admin can save it, and refusals save nothing', async () => {
  const body = { key: `w${randomUUID()}`, steps: ALL_STEPS };

  const asked = [world.client, world.member].map((who) => call(who, createWorkflow, { body }));

  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403]);
  expect(await done(world.admin, createWorkflow, { body })).toMatchObject({
    data: { revision: 1 },
  });
});

test('workflow: lists the latest revision of each workflow in order of creation', async () => {
  const own = await aWorld();
  const [one, two] = [await newWorkflow(own), await newWorkflow(own)];
  await newWorkflow(own, [aStep('risk')], one.key);

  const { items } = await everyItem((offset) => call(own.client, listWorkflows, { query: { offset } }));

  expect(items.map(({ id, data }) => [id, data.revision])).toEqual([
    [one.id, 2],
    [two.id, 1],
  ]);
});

test.each([0, -1, 1.5, 'latest', ''])('workflow: refuses the revision %j', async (revision) => {
  const { id } = await newWorkflow(world);

  expect(await read(id, { revision })).toMatchObject({
    status: 400,
    body: { code: 'invalid_query' },
  });
});

test('workflow: an unknown revision is not found', async () => {
  const { id } = await newWorkflow(world);

  expect((await read(id, { revision: 2 })).status).toBe(404);
});

test('workflow: of another organization or mode is not found, and its key is free', async () => {
  const { id, key } = await newWorkflow(world);
  const others = [await aWorld(), await aWorld('live', world.organizationId)];

  for (const other of others) {
    expect((await read(id, {}, other.client)).status).toBe(404);
    expect((await read(id, { revision: 1 }, other.client)).status).toBe(404);
    expect((await newWorkflow(other, ALL_STEPS, key)).revision).toBe(1);
  }
});

describe('a screening step', () => {
  const screening = (providerConfig: unknown, config = {}) => [
    DOCUMENT,
    aStep('check', {
      config: { kind: 'pep_sanctions', provider: 'service_screening', providerConfig, ...config },
      outputs: [],
    }),
  ];
  const SOURCES = ['eu_fsf', 'service_pep'];

  test.each<[string, unknown]>([
    ['lists alone', { sources: ['ofac_sdn'] }],
    [
      'every list',
      {
        sources: [...SOURCES, 'ofac_sdn', 'ofac_consolidated', 'uk_sanctions', 'idb_sanctions'],
      },
    ],
    ['the widest scores', { sources: SOURCES, reviewScore: 1, matchScore: 100 }],
    ['scores that are neighbours', { sources: SOURCES, reviewScore: 89 }],
    ['a look-back of twelve months', { sources: SOURCES, pepLookbackMonths: 12 }],
  ])('takes %s', async (_case, providerConfig) => {
    expect((await saveWorkflow(world, screening(providerConfig))).status).toBe(201);
  });

  test.each<[string, unknown, string]>([
    ['no configuration of the provider', undefined, ''],
    ['no sources', {}, '.sources'],
    ['an empty list of sources', { sources: [] }, '.sources'],
    ['an unknown list', { sources: ['interpol'] }, '.sources.0'],
    ['a list twice', { sources: ['eu_fsf', 'eu_fsf'] }, '.sources'],
    ['a review score of 0', { sources: SOURCES, reviewScore: 0 }, '.reviewScore'],
    ['a match score of 101', { sources: SOURCES, matchScore: 101 }, '.matchScore'],
    ['half a score', { sources: SOURCES, reviewScore: 70.5 }, '.reviewScore'],
    ['equal scores', { sources: SOURCES, reviewScore: 80, matchScore: 80 }, '.reviewScore'],
    ['a review score above the match score', { sources: SOURCES, reviewScore: 95, matchScore: 90 }, '.reviewScore'],
    ['a review score of 90 without a match score', { sources: SOURCES, reviewScore: 90 }, '.reviewScore'],
    ['a match score of 70 without a review score', { sources: SOURCES, matchScore: 70 }, '.reviewScore'],
    ['eleven months of look-back', { sources: SOURCES, pepLookbackMonths: 11 }, '.pepLookbackMonths'],
    ['a look-back without the PEP list', { sources: ['eu_fsf'], pepLookbackMonths: 12 }, '.pepLookbackMonths'],
    ['an unknown member', { sources: SOURCES, mode: 'fast' }, '.mode'],
  ])('is refused with %s', async (_case, providerConfig, path) => {
    const { status, body } = await saveWorkflow(world, screening(providerConfig));

    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_workflow' });
    expect(body.errors).toMatchObject([{ path: `steps.1.config.providerConfig${path}` }]);
  });

  test('is refused with all its errors', async () => {
    const steps = screening({ sources: ['x'], matchScore: 0 }, { provider: 'elsewhere' });

    const { body } = await saveWorkflow(world, steps);

    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      'steps.1.config.provider',
      'steps.1.config.providerConfig.matchScore',
      // 70 is not below 0.
      'steps.1.config.providerConfig.reviewScore',
      'steps.1.config.providerConfig.sources.0',
    ]);
  });

  test('is refused with outputs', async () => {
    const [document, step] = screening({ sources: SOURCES });
    const outputs = [{ key: 'status', type: 'string' }];

    const { status, body } = await saveWorkflow(world, [document, { ...step, outputs }]);

    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_workflow' });
    expect(body.errors).toMatchObject([{ path: 'steps.1.outputs' }]);
  });

  test('is allowed ten times in a workflow', async () => {
    const [document, step] = screening({ sources: SOURCES });
    const times = (count: number) => [
      document,
      ...Array.from({ length: count }, (_, index) => ({ ...step, key: `screening_${index}` })),
    ];

    const [ten, eleven] = [await saveWorkflow(world, times(10)), await saveWorkflow(world, times(11))];

    expect(ten.status).toBe(201);
    expect(eleven).toMatchObject({ status: 422, body: { code: 'invalid_workflow', errors: [{ path: 'steps' }] } });
  });

  test('of another kind has any configuration', async () => {
    const steps = [aStep('check', { config: { kind: 'face_match', threshold: 0.9 } })];

    expect((await saveWorkflow(world, steps)).status).toBe(201);
  });
});
