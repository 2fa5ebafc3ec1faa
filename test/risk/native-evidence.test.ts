import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  ago,
  assessed,
  aWorld,
  eventTypes,
  newPolicy,
  newSource,
  newSubject,
  stated,
  stateOf,
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

const DAY_MS = 86_400_000;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

afterEach(() => shiftClock(0));

test.each(AT_ONCE)('what a %s step found out is evidence at once', async (type) => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world);
  const observedAt = ago(5_000);

  await reported(world, attempt, type, 'found', { observedAt });
  const [receipt, ...more] = await evidenceAbout(world, subjectId);

  expect(more).toEqual([]);
  expect(receipt.data).toEqual({
    ...{ subjectId, source: sourceOf(workflow, `${type}_step`), fact: `${type}_output` },
    ...{ status: 'available', value: 'found', observedAt, expiresAt: null },
    ...{ sourceRegistrationId: null, bindingRevision: null, batchId: null, supersedesId: null },
    ...{ adapterVersion: 'verification-v1', evidenceClass: 'native_verification' },
    ...{ submittedBy: `api_key:${world.keyId}`, providerRef: `verification-run:${attempt.runId}` },
    ...{ receivedAt: expect.any(String), evidenceRevision: 1 },
  });
  expect(await eventTypes(world, receipt.id)).toEqual(['risk.evidence.recorded']);
});

test.each(UPON_APPROVAL)(
  'what a %s step found out is unavailable until it is approved',
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

test('a policy reads each output by its binding, under the key of its input', async () => {
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
  expect(approved).toEqual({
    ...pending,
    ...{ 'native.extract': 'extract value', 'native.enrich': 'enrich value' },
  });
});

test('two inputs may read the same output', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
  const inputs = ['a', 'b'].map((key) => nativeInput(workflow, 'check', { key }));
  const policyId = await newPolicy(world, policyOver(inputs));

  await reported(world, attempt, 'check', 'same');

  expect(await resolutionOf(world, subjectId, policyId)).toEqual({ a: 'same', b: 'same' });
});

test('beside the step an input may accept a registered source, which speaks of the input’s own key', async () => {
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

test('a failed step makes each of its outputs unavailable', async () => {
  const outputs = ['a', 'b'].map((key) => ({ key, type: 'string' }));
  const { subjectId, ...attempt } = await anAttempt(world, [aStep('check', { outputs })]);

  await report(world, attempt, 'check_step', { status: 'failed' });

  expect(await statusesOf(world, subjectId)).toEqual({ a: 'unavailable', b: 'unavailable' });
});

test('a declared output that a step did not find out is unavailable', async () => {
  const outputs = ['a', 'b'].map((key) => ({ key, type: 'string' }));
  const { subjectId, ...attempt } = await anAttempt(world, [aStep('check', { outputs })]);

  await report(world, attempt, 'check_step', { outputs: { b: 'found' } });

  expect(await statusesOf(world, subjectId)).toEqual({ a: 'unavailable', b: 'available' });
});

test('receipts hold single short values: a longer one is unavailable, and kept with the attempt', async () => {
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

test('evidence that is too old satisfies no input', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
  const policyId = await nativePolicy(world, workflow, ['check']);
  await reported(world, attempt, 'check');

  shiftClock(DAY_MS + 60_000);

  expect(await resolutionOf(world, subjectId, policyId)).toEqual({ 'native.check': 'stale' });
});

test('results make earlier assessments of the subject not current', async () => {
  const { workflow, subjectId, ...attempt } = await anAttempt(world, [
    aStep('check'),
    aStep('risk'),
  ]);
  const policyId = await nativePolicy(world, workflow, ['check']);
  await reported(world, attempt, 'check');
  const { id } = await assessed(world, subjectId, policyId);
  const before = await stateOf(world, id);

  await reported(world, attempt, 'risk');

  expect(before.current).toBe(true);
  expect(await stateOf(world, id)).toMatchObject({
    ...{ current: false, effectiveDecision: 'reassessment_required' },
    reasons: ['newer_evidence'],
  });
});

test('a session that is linked to nobody is evidence of nobody', async () => {
  const [workflow, subjectId] = [await newWorkflow(world), await newSubject(world)];
  const sessionId = await newSession(world, workflow, null);

  await reportedAll(world, { sessionId, runId: await newRun(world, sessionId) });

  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test('a refused report is no evidence', async () => {
  const { subjectId, ...attempt } = await anAttempt(world);

  await report(world, attempt, 'check_step', { outputs: { check_output: 1 } });

  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test('a repeated report is evidence once', async () => {
  const { subjectId, ...attempt } = await anAttempt(world);
  const options = { idempotencyKey: randomUUID() };
  const body = { outputs: { check_output: 'x' }, observedAt: ago(5_000) };

  for (const _time of [1, 2, 3]) await report(world, attempt, 'check_step', body, options);

  expect(await evidenceAbout(world, subjectId)).toHaveLength(1);
});

describe('a newer attempt', () => {
  test('makes all that the earlier one said unavailable, and never falls back to it', async () => {
    const { workflow, subjectId, ...attempt } = await anAttempt(world);
    const policyId = await nativePolicy(world, workflow);
    await reportedAll(world, attempt);
    await decided(world, subjectId, attempt, 'approved');
    const { id } = await assessed(world, subjectId, policyId);

    const runId = await newRun(world, attempt.sessionId);
    const begun = await resolutionOf(world, subjectId, policyId);
    await reported(world, { ...attempt, runId }, 'check', 'anew');
    const reportedAnew = await resolutionOf(world, subjectId, policyId);

    expect(new Set(Object.values(begun))).toEqual(new Set(['unavailable']));
    expect(reportedAnew).toEqual({ ...begun, 'native.check': 'anew' });
    expect(await stateOf(world, id)).toMatchObject({ current: false });
  });

  test('of another session of the same subject and workflow does the same', async () => {
    const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
    await reported(world, attempt, 'check');

    await newRun(world, await newSession(world, workflow, subjectId));

    expect(await statusesOf(world, subjectId)).toEqual({ check_output: 'unavailable' });
  });

  test('of a newer revision does the same, and the new revision needs a new binding', async () => {
    const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
    const bound = await nativePolicy(world, workflow, ['check']);
    await reported(world, attempt, 'check', 'of the first');

    const revised = await newWorkflow(world, [aStep('check')], workflow.key);
    const sessionId = await newSession(world, revised, subjectId);
    await reported(
      world,
      { sessionId, runId: await newRun(world, sessionId) },
      'check',
      'of the second',
    );
    const rebound = await nativePolicy(world, revised, ['check']);

    expect(await resolutionOf(world, subjectId, bound)).toEqual({ 'native.check': 'unavailable' });
    expect(await resolutionOf(world, subjectId, rebound)).toEqual({
      'native.check': 'of the second',
    });
  });

  test('leaves other workflows, subjects and sources as they are', async () => {
    const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
    const other = await newWorkflow(world, [aStep('risk')]);
    const otherSession = await newSession(world, other, subjectId);
    await reported(
      world,
      { sessionId: otherSession, runId: await newRun(world, otherSession) },
      'risk',
    );
    const neighbour = await newSubject(world);
    const theirs = await newSession(world, workflow, neighbour);
    await reported(world, { sessionId: theirs, runId: await newRun(world, theirs) }, 'check');
    await stated(await newSource(world), subjectId);

    await newRun(world, attempt.sessionId);

    expect(await statusesOf(world, subjectId)).toEqual({
      ...{ risk_output: 'available', 'email.age_days': 'available' },
    });
    expect(await statusesOf(world, neighbour)).toEqual({ check_output: 'available' });
  });

  test('says nothing where nothing was said', async () => {
    const { subjectId, sessionId } = await anAttempt(world);

    await newRun(world, sessionId);

    expect(await evidenceAbout(world, subjectId)).toEqual([]);
  });

  test('repeats no word about what is unavailable already', async () => {
    const { subjectId, ...attempt } = await anAttempt(world, [aStep('check'), aStep('extract')]);
    await reported(world, attempt, 'check');
    await reported(world, attempt, 'extract');
    const before = await evidenceAbout(world, subjectId);

    await newRun(world, attempt.sessionId);
    const once = await evidenceAbout(world, subjectId);
    await newRun(world, attempt.sessionId);

    expect(once.length - before.length).toBe(1);
    expect(await evidenceAbout(world, subjectId)).toEqual(once);
  });

  test('takes back a hundred facts at once', async () => {
    const outputs = Array.from({ length: 50 }, (_, index) => ({
      key: `o${index}`,
      type: 'string',
    }));
    const steps = ['check', 'risk'].map((type) => aStep(type, { outputs }));
    const { subjectId, ...attempt } = await anAttempt(world, steps);
    const found = Object.fromEntries(outputs.map(({ key }) => [key, 'x']));
    for (const type of ['check', 'risk'])
      await report(world, attempt, `${type}_step`, { outputs: found });

    await newRun(world, attempt.sessionId);
    const receipts = await evidenceAbout(world, subjectId);

    expect(receipts).toHaveLength(200);
    expect(receipts.slice(100).map(({ data }) => data.status)).toEqual(
      Array.from({ length: 100 }, () => 'unavailable'),
    );
    expect(new Set(receipts.map(({ data }) => data.evidenceRevision)).size).toBe(200);
  });

  test('a late step of an older session is noted and says nothing', async () => {
    const { workflow, subjectId, ...late } = await anAttempt(world, [
      aStep('check'),
      aStep('risk'),
    ]);
    const sessionId = await newSession(world, workflow, subjectId);
    const latest = { sessionId, runId: await newRun(world, sessionId) };
    await reported(world, latest, 'check', 'of the latest');

    const noted = await reported(world, late, 'check', 'late');

    expect(noted.data.steps).toHaveProperty('check_step');
    expect(await standingOf(world, subjectId)).toEqual({
      check_output: { status: 'available', value: 'of the latest' },
    });
  });

  test('and a report at the same moment leave nothing of the older attempt', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { workflow, subjectId, ...older } = await anAttempt(world, [
        aStep('check'),
        aStep('risk'),
      ]);
      const sessionId = await newSession(world, workflow, subjectId);

      await Promise.all([reported(world, older, 'check'), newRun(world, sessionId)]);

      expect(Object.values(await statusesOf(world, subjectId))).not.toContain('available');
    }
  });
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
    [
      'a revision that does not exist',
      { revision: 2 },
      {},
      'verification',
      'unknown_verification_binding',
    ],
    [
      'a step that does not exist',
      { stepKey: 'risk_step' },
      {},
      'verification',
      'unknown_verification_binding',
    ],
    [
      'an output that does not exist',
      { output: 'other' },
      {},
      'verification',
      'unknown_verification_binding',
    ],
    ['an output of another type', {}, { type: 'number' }, 'type', 'verification_type_mismatch'],
    [
      'a list instead of its item',
      {},
      { type: 'list', itemType: 'string' },
      'type',
      'verification_type_mismatch',
    ],
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

  test('refuses a step that an input accepts without being bound to it', async () => {
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
      expect(published.body.errors).toMatchObject([
        { path: `definition.inputs.0.acceptedSources.${index}` },
      ]);
    }
  });

  test.each<[string, () => Promise<World>]>([
    ['another organization', () => aWorld()],
    ['the other mode', () => aWorld('live', world.organizationId)],
  ])('knows no workflow of %s', async (_case, otherWorld) => {
    const workflow = await newWorkflow(await otherWorld(), [aStep('check')]);

    const { published } = await publish(nativeInput(workflow, 'check'));

    expect(published).toMatchObject({ status: 422, body: { code: 'invalid_policy' } });
  });

  test('takes a binding to a list of the same items, and to an earlier revision', async () => {
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
