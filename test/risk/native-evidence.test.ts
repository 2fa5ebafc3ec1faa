import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  ago,
  aWorld,
  eventTypes,
  newPolicy,
  newSource,
  newSubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import {
  ALL_STEPS,
  AT_ONCE,
  anAttempt,
  aStep,
  bindingOf,
  decided,
  evidenceAbout,
  nativeInput,
  nativePolicy,
  newRun,
  newSession,
  newWorkflow,
  policyOver,
  report,
  reported,
  reportedAll,
  resolutionOf,
  sourceOf,
  standingOf,
  statusesOf,
  UPON_APPROVAL,
} from '#test/support/verification-world.ts';

/** What the steps of an attempt say, and which policies may read it. */
const world = preparedForFile(aWorld);

test.each(AT_ONCE)('native evidence: outputs of a %s step are evidence at once', async (type) => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world);
  const observedAt = ago(5_000);

  await reported(world, attempt, type, 'found', { observedAt });
  const [receipt, ...more] = await evidenceAbout(world, subjectId);

  expect(more).toEqual([]);
  expect(receipt.data).toEqual({
    subjectId,
    source: sourceOf(workflow, `${type}_step`),
    fact: `${type}_output`,
    status: 'available',
    value: 'found',
    observedAt,
    expiresAt: null,
    sourceRegistrationId: null,
    bindingRevision: null,
    batchId: null,
    supersedesId: null,
    adapterVersion: 'verification-v1',
    evidenceClass: 'native_verification',
    submittedBy: `api_key:${world.keyId}`,
    providerRef: `verification-run:${attempt.runId}`,
    receivedAt: expect.any(String),
    evidenceRevision: 1,
  });
  expect(await eventTypes(world, receipt.id)).toEqual(['risk.evidence.recorded']);
});

test.each(UPON_APPROVAL)(
  'native evidence: outputs of a %s step are unavailable until the attempt is approved',
  async (type) => {
    const { subjectId, ...attempt } = await anAttempt(world, [aStep(type)]);

    await reported(world, attempt, type, 'found');
    const before = await standingOf(world, subjectId);
    await decided(world, subjectId, attempt, 'approved');
    const after = await standingOf(world, subjectId);

    expect(before).toEqual({ [`${type}_output`]: { status: 'unavailable', value: null } });
    expect(after).toEqual({ [`${type}_output`]: { status: 'available', value: 'found' } });
  },
);

test('native evidence: a policy reads each output by its binding, under the key of its input', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world);
  const policyId = await nativePolicy(world, workflow);

  await reportedAll(world, attempt);
  const pending = await resolutionOf(world, subjectId, policyId);
  await decided(world, subjectId, attempt, 'approved');
  const approved = await resolutionOf(world, subjectId, policyId);

  expect(pending).toEqual({
    'native.capture': 'capture value',
    'native.extract': 'unavailable',
    'native.check': 'check value',
    'native.validate': 'validate value',
    'native.enrich': 'unavailable',
    'native.risk': 'risk value',
  });
  expect(approved).toEqual({ ...pending, 'native.extract': 'extract value', 'native.enrich': 'enrich value' });
});

test('native evidence: two inputs can read the same output', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
  const inputs = ['a', 'b'].map((key) => nativeInput(workflow, 'check', { key }));
  const policyId = await newPolicy(world, policyOver(inputs));

  await reported(world, attempt, 'check', 'same');

  expect(await resolutionOf(world, subjectId, policyId)).toEqual({ a: 'same', b: 'same' });
});

test('native evidence: an input can also accept a registered source, which uses the input’s key', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
  const source = await newSource(world, [{ key: 'native.check', type: 'string' }]);
  const input = nativeInput(workflow, 'check');
  const acceptedSources = [...input.acceptedSources, source.identity];
  const policyId = await newPolicy(world, policyOver([{ ...input, acceptedSources }]));

  await reported(world, attempt, 'check', 'same');
  await stated(source, subjectId, { fact: 'native.check', value: 'same' });
  const agreed = await resolutionOf(world, subjectId, policyId);
  await stated(source, subjectId, { fact: 'native.check', value: 'other' });
  const disagreed = await resolutionOf(world, subjectId, policyId);

  expect(agreed).toEqual({ 'native.check': 'same' });
  expect(disagreed).toEqual({ 'native.check': 'sources_disagree' });
});

test('native evidence: a failed step makes each of its outputs unavailable', async () => {
  const outputs = ['a', 'b'].map((key) => ({ key, type: 'string' }));
  const { subjectId, ...attempt } = await anAttempt(world, [aStep('check', { outputs })]);

  await report(world, attempt, 'check_step', { status: 'failed' });

  expect(await statusesOf(world, subjectId)).toEqual({ a: 'unavailable', b: 'unavailable' });
});

test('native evidence: a declared output without a value is unavailable', async () => {
  const outputs = ['a', 'b'].map((key) => ({ key, type: 'string' }));
  const { subjectId, ...attempt } = await anAttempt(world, [aStep('check', { outputs })]);

  await report(world, attempt, 'check_step', { outputs: { b: 'found' } });

  expect(await statusesOf(world, subjectId)).toEqual({ a: 'unavailable', b: 'available' });
});

test('native evidence: a value that is too long for a receipt is unavailable, and stored with the attempt', async () => {
  const outputs = ['short', 'long'].map((key) => ({ key, type: 'string' }));
  const { subjectId, ...attempt } = await anAttempt(world, [aStep('capture', { outputs })]);
  // With its quotation marks, 1,024 bytes and one more.
  const [short, long] = ['x'.repeat(1_022), 'x'.repeat(1_023)];

  await report(world, attempt, 'capture_step', { outputs: { short, long } });

  expect(await standingOf(world, subjectId)).toEqual({
    short: { status: 'available', value: short },
    long: { status: 'unavailable', value: null },
  });
});

test('native evidence: a session without a subject records no evidence', async () => {
  const [workflow, subjectId] = [await newWorkflow(world), await newSubject(world)];
  const sessionId = await newSession(world, workflow, null);

  await reportedAll(world, { sessionId, runId: await newRun(world, sessionId) });

  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test('native evidence: a refused report records no evidence', async () => {
  const { subjectId, ...attempt } = await anAttempt(world);

  await report(world, attempt, 'check_step', { outputs: { check_output: 1 } });

  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test('native evidence: a repeated report records evidence once', async () => {
  const { subjectId, ...attempt } = await anAttempt(world);
  const options = { idempotencyKey: randomUUID() };
  const body = { outputs: { check_output: 'x' }, observedAt: ago(5_000) };

  for (const _time of [1, 2, 3]) await report(world, attempt, 'check_step', body, options);

  expect(await evidenceAbout(world, subjectId)).toHaveLength(1);
});

describe('publishing a policy', () => {
  const publish = async (input: object) => {
    const body = { key: `p${randomUUID()}`, definition: policyOver([input]) };
    const draft = await call(world.owner, riskRoutes.createPolicy, { body });
    const published = await call(world.owner, riskRoutes.publishPolicy, {
      params: { id: draft.body.id },
    });
    const validated = await call(world.client, riskRoutes.validatePolicy, { body });
    return { published, validated: validated.body };
  };

  test.each<[string, Record<string, unknown>, Record<string, unknown>, string, string]>([
    [
      'a workflow that does not exist',
      { workflowId: randomUUID() },
      {},
      'verification',
      'unknown_verification_binding',
    ],
    ['a revision that does not exist', { revision: 2 }, {}, 'verification', 'unknown_verification_binding'],
    ['a step that does not exist', { stepKey: 'risk_step' }, {}, 'verification', 'unknown_verification_binding'],
    ['an output that does not exist', { output: 'other' }, {}, 'verification', 'unknown_verification_binding'],
    ['an output of another type', {}, { type: 'number' }, 'type', 'verification_type_mismatch'],
    ['a list instead of its item', {}, { type: 'list', itemType: 'string' }, 'type', 'verification_type_mismatch'],
  ])('refuses a binding to %s', async (_case, changes, of, path, code) => {
    const workflow = await newWorkflow(world, [aStep('check')]);
    const verification = { ...bindingOf(workflow, 'check'), ...changes };
    const { workflowId, revision, stepKey } = verification;
    const acceptedSources = [`verification:${workflowId}:r${revision}:${stepKey}`];
    const input = nativeInput(workflow, 'check', { verification, acceptedSources, ...of });

    const { published, validated } = await publish(input);

    expect(published).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
    expect(published.body.errors).toMatchObject([{ path: `definition.inputs.0.${path}` }]);
    expect(validated).toMatchObject({ valid: false, normalized: null });
    expect(validated.errors).toMatchObject([{ path: `inputs.0.${path}`, code }]);
  });

  test('refuses a step that an input accepts without a binding', async () => {
    const workflow = await newWorkflow(world);
    const bound = nativeInput(workflow, 'check');
    const unbound = sourceOf(workflow, 'risk_step');
    const inputs = [
      { ...bound, verification: null },
      { ...bound, acceptedSources: [...bound.acceptedSources, unbound] },
    ];

    for (const [index, input] of inputs.entries()) {
      const { published } = await publish(input);
      expect(published).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
      expect(published.body.errors).toMatchObject([{ path: `definition.inputs.0.acceptedSources.${index}` }]);
    }
  });

  test.each<[string, () => Promise<World>]>([
    ['another organization', () => aWorld()],
    ['the other mode', () => aWorld('live', world.organizationId)],
  ])('does not find a workflow of %s', async (_case, otherWorld) => {
    const workflow = await newWorkflow(await otherWorld(), [aStep('check')]);

    const { published } = await publish(nativeInput(workflow, 'check'));

    expect(published).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
  });

  test('accepts a binding to a list with the same item type, and to an earlier revision', async () => {
    const outputs = [{ key: 'names', type: 'list', itemType: 'string' }];
    const workflow = await newWorkflow(world, [aStep('check', { outputs })]);
    await newWorkflow(world, ALL_STEPS, workflow.key);
    const verification = bindingOf(workflow, 'check', 'names');
    const list = { type: 'list', itemType: 'string', verification };

    const { published, validated } = await publish(nativeInput(workflow, 'check', list));

    expect(published.status).toBe(200);
    expect(validated).toMatchObject({ valid: true, errors: [] });
  });
});
