import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import { OverrideRecord } from '#shared/risk/override.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  stated,
  stateOf,
  type World,
} from '#test/support/risk-world.ts';

const { createOverride, revokeOverride } = riskRoutes;
const HOUR_MS = 3_600_000;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

afterEach(() => {
  shiftClock(0);
  vi.useRealTimers();
});

const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const anOverride = (changes: object = {}) => ({
  decision: 'none',
  reason: 'Seen in person.',
  expiresAt: inMs(HOUR_MS),
  ...changes,
});
const override = (assessmentId: string, changes: object = {}, as = world.owner) =>
  call(as, createOverride, { params: { id: assessmentId }, body: anOverride(changes) });
const revoke = (id: string, as = world.owner, body: object = { reason: 'A mistake.' }) =>
  call(as, revokeOverride, { params: { id }, body });

test.each(['none', 'review', 'restrict', 'reject'])(
  'override: replaces the decision by %s, and leaves score and band unchanged',
  async (decision) => {
    const { assessment, subjectId } = await riskySubject(world);

    const made = await override(assessment.id, { decision });
    const state = await stateOf(world, assessment.id);

    expect(made.status).toBe(201);
    expect(OverrideRecord.parse(made.body).data).toMatchObject({
      assessmentId: assessment.id,
      subjectId,
      decision,
      reason: 'Seen in person.',
      policyKey: assessment.data.policyKey,
      revokedAt: null,
      createdBy: expect.stringMatching(/^user:/),
    });
    expect(state).toMatchObject({ current: true, effectiveDecision: decision });
    expect(state.override).toEqual({ id: made.body.id, decision, expiresAt: made.body.data.expiresAt });
    expect((await readRecord(world, 'assessments', assessment.id)).body).toEqual(assessment);
    expect((await readRecord(world, 'overrides', made.body.id)).body).toEqual(made.body);
  },
);

test.each([
  ['none', 422],
  ['review', 201],
  ['restrict', 201],
  ['reject', 201],
])('override: an incomplete assessment overridden to %s gives %i', async (decision, status) => {
  const source = await newSource(world);
  const policy = await newPolicy(world, aDefinition(source.identity));
  const { id } = await assessed(world, await newSubject(world), policy);

  const made = await override(id, { decision });

  expect(made.status).toBe(status);
  if (status === 422) expect(made.body.code).toBe('incomplete_assessment');
});

test('override: its reason can have paragraphs, in the record and in the history', async () => {
  const { assessment } = await riskySubject(world);
  const reason = 'Seen in person.\r\n\n\t- passport\n\t- bill';

  const { body } = await override(assessment.id, { reason });
  const { items } = (await list(world, 'events', { resourceId: body.id })).body;

  expect(body.data.reason).toBe(reason);
  expect(items).toMatchObject([{ data: { reason } }]);
});

test.each([
  ['an unknown decision', { decision: 'allow' }],
  ['what is no decision of an effect', { decision: 'awaiting_evidence' }],
  ['an empty reason', { reason: '' }],
  ['a blank reason', { reason: ' \u3000' }],
  ['a control character in the reason', { reason: 'Seen\u0000.' }],
  ['no reason', { reason: undefined }],
  ['no expiry', { expiresAt: undefined }],
  ['a score', { score: 0 }],
])('refuses %s', async (_case, changes) => {
  const { assessment } = await riskySubject(world);

  expect(await override(assessment.id, changes)).toMatchObject({ status: 400 });
});

describe('expiry of an override', () => {
  test.each([
    ['a year ahead', (now: Date) => now.setUTCFullYear(now.getUTCFullYear() + 1), 201],
    ['a year and a millisecond', (now: Date) => now.setUTCFullYear(now.getUTCFullYear() + 1) + 1, 422],
    ['now', (now: Date) => now.getTime(), 422],
    ['a millisecond ahead', (now: Date) => now.getTime() + 1, 201],
    ['in the past', (now: Date) => now.getTime() - 1, 422],
  ])('%s', async (_case, expiry, status) => {
    const { assessment } = await riskySubject(world);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

    const expiresAt = new Date(expiry(new Date())).toISOString();
    const made = await override(assessment.id, { expiresAt });

    expect(made.status).toBe(status);
    if (status === 422) expect(made.body.code).toBe('invalid_expiry');
  });

  test('ends it, and reactivates no earlier one', async () => {
    const { assessment } = await riskySubject(world);
    await override(assessment.id, { decision: 'reject', expiresAt: inMs(10 * HOUR_MS) });
    await override(assessment.id, { decision: 'none', expiresAt: inMs(HOUR_MS) });
    const during = await stateOf(world, assessment.id);

    shiftClock(HOUR_MS + 1_000);

    expect(during.effectiveDecision).toBe('none');
    expect(await stateOf(world, assessment.id)).toMatchObject({
      current: true,
      effectiveDecision: 'review',
      override: null,
    });
  });
});

describe('revocation of an override', () => {
  test('ends it, records the reason, and reactivates no earlier one', async () => {
    const { assessment, subjectId } = await riskySubject(world);
    const first = (await override(assessment.id, { decision: 'reject' })).body;
    const second = (await override(assessment.id, { decision: 'none' })).body;

    const revoked = await revoke(second.id);

    expect(revoked).toMatchObject({
      status: 200,
      body: { data: { decision: 'none', revocationReason: 'A mistake.' } },
    });
    expect(revoked.body.data.revokedAt).not.toBeNull();
    expect(revoked.body.data.revokedBy).toMatch(/^user:/);
    expect(await stateOf(world, assessment.id)).toMatchObject({ effectiveDecision: 'review', override: null });
    const { items } = (await list(world, 'overrides', { subjectId })).body;
    expect(items).toEqual([first, revoked.body]);
  });

  test('of an earlier one leaves the latest active', async () => {
    const { assessment } = await riskySubject(world);
    const first = (await override(assessment.id, { decision: 'reject' })).body;
    await override(assessment.id, { decision: 'none' });

    await revoke(first.id);

    expect(await stateOf(world, assessment.id)).toMatchObject({ effectiveDecision: 'none' });
  });

  test('is possible once', async () => {
    const { assessment } = await riskySubject(world);
    const { id } = (await override(assessment.id)).body;

    const answers = await Promise.all([revoke(id), revoke(id)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await revoke(id)).toMatchObject({ status: 409, body: { code: 'already_revoked' } });
  });

  test.each([{}, { reason: '' }, { reason: '\t' }])('requires a reason: %j', async (body) => {
    const { assessment } = await riskySubject(world);
    const { id } = (await override(assessment.id)).body;

    expect((await revoke(id, world.owner, body)).status).toBe(400);
  });

  test('of an unknown one is refused', async () => {
    expect((await revoke(randomUUID())).status).toBe(404);
  });
});

test('override: new evidence ends it, and the next assessment does not inherit it', async () => {
  const { assessment, subjectId, source, policyId } = await riskySubject(world);
  await override(assessment.id);

  await stated(source, subjectId);
  const ended = await stateOf(world, assessment.id);
  const next = await assessed(world, subjectId, policyId);

  expect(ended).toMatchObject({ effectiveDecision: 'reassessment_required', override: null });
  expect(await stateOf(world, next.id)).toMatchObject({ effectiveDecision: 'review', override: null });
});

test('override: an assessment that is not current is refused', async () => {
  const { assessment, subjectId, source } = await riskySubject(world);
  await stated(source, subjectId);

  expect(await override(assessment.id)).toMatchObject({ status: 409, body: { code: 'assessment_not_current' } });
});

test.each(['client', 'member'] as const)('override: cannot be created or revoked by a %s', async (who) => {
  const { assessment } = await riskySubject(world);
  const { id } = (await override(assessment.id)).body;

  for (const answer of [await override(assessment.id, {}, world[who]), await revoke(id, world[who])])
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('override: can be created and revoked by an admin', async () => {
  const { assessment } = await riskySubject(world);
  const { status, body } = await override(assessment.id, {}, world.admin);

  expect([status, (await revoke(body.id, world.admin)).status]).toEqual([201, 200]);
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('override: is not found by another %s', async (_case, other) => {
  const { assessment } = await riskySubject(world);
  const { id } = (await override(assessment.id)).body;
  const stranger = await other();

  expect((await override(assessment.id, {}, stranger.owner)).status).toBe(404);
  expect((await revoke(id, stranger.owner)).status).toBe(404);
});

test('override: the history records who did it and why', async () => {
  const { assessment, subjectId } = await riskySubject(world);
  const made = (await override(assessment.id)).body;
  await revoke(made.id, world.admin);

  const { items } = (await list(world, 'events', { resourceId: made.id })).body;

  expect(items.map(({ data }: { data: object }) => data)).toMatchObject([
    { type: 'risk.override.created', subjectId, reason: 'Seen in person.' },
    { type: 'risk.override.revoked', subjectId, reason: 'A mistake.' },
  ]);
  expect(await done(world.client, riskRoutes.listRecords, { params: { resource: 'overrides' } })).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ id: made.id })]),
  });
});
