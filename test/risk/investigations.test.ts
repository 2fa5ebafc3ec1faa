import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { QUESTION, recordOf, started, tryToStart, workOff } from '#test/support/investigated-subjects.ts';
import {
  assessed,
  aWorld,
  done,
  eventTypes,
  list,
  newActivity,
  newSubject,
  readRecord,
  riskySubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { drain } from '#test/support/webhook-workers.ts';

/** How an investigation is asked for, by whose leave, and how long it is up to date. */
beforeAll(async () => {
  process.env.BEDROCK_MODEL_ID = 'some-model';
  await prepareEngine();
});
beforeEach(async () => void (await drain('investigations')));

const stateOf = (world: World, id: string) => done(world.client, riskRoutes.readInvestigationState, { params: { id } });

describe('starting an investigation', () => {
  test('returns a queued record, records an event and enqueues the work', async () => {
    const world = await aWorld();
    const { subjectId, assessment } = await riskySubject(world);

    const record = await started(world, subjectId, { assessmentIds: [assessment.id] });

    expect(record).toMatchObject({
      resource: 'investigations',
      data: {
        subjectId,
        question: QUESTION,
        assistance: 'none',
        assessmentIds: [assessment.id],
        status: 'queued',
        startedAt: null,
        finishedAt: null,
        findings: [],
        errorCode: null,
        snapshot: {
          evidenceRevision: 1,
          evidence: 1,
          assessments: 1,
          overrides: 0,
          actions: 1,
          truncated: false,
          leftOut: { evidence: 0, assessments: 0, events: 0 },
        },
      },
    });
    expect(await recordOf(world, record.id)).toEqual(record);
    expect(await eventTypes(world, record.id)).toEqual(['risk.investigation.started']);
    const { organizationId, mode } = world;
    expect(await drain('investigations')).toEqual([{ organizationId, mode, investigationId: record.id }]);
  });

  test.each([
    ['no question', { question: undefined }, 400],
    ['a blank question', { question: '  ' }, 400],
    ['a question too long', { question: 'x'.repeat(2_001) }, 400],
    ['control characters', { question: 'a\u0000b' }, 400],
    ['an unknown assistance', { assistance: 'magic' }, 400],
    ['too many assessments', { assessmentIds: Array.from({ length: 21 }, randomUUID) }, 400],
    ['an unknown assessment', { assessmentIds: [randomUUID()] }, 422],
    ['a model without consent', { assistance: 'ai' }, 403],
  ])('is refused with %s, and stores nothing', async (_what, body, status) => {
    const world = await aWorld();
    const subjectId = await newSubject(world);

    const { status: answered } = await tryToStart(world, subjectId, body);

    expect(answered).toBe(status);
    expect((await list(world, 'investigations')).body.items).toEqual([]);
    expect(await drain('investigations')).toEqual([]);
  });

  test('accepts a question of 2,000 characters', async () => {
    const world = await aWorld();

    const { status } = await tryToStart(world, await newSubject(world), {
      question: 'é'.repeat(2_000),
    });

    expect(status).toBe(201);
  });

  test('accepts assessments of this subject only', async () => {
    const world = await aWorld();
    const [{ subjectId }, { assessment }] = [await riskySubject(world), await riskySubject(world)];

    const response = await tryToStart(world, subjectId, { assessmentIds: [assessment.id] });

    expect(response).toMatchObject({
      status: 422,
      body: { code: 'unknown_assessment', errors: [{ path: 'assessmentIds.0' }] },
    });
  });

  test('creates a record in its own organization and mode only', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const { id } = await started(world, subjectId);

    for (const other of [await aWorld(), await aWorld('live', world.organizationId)]) {
      expect((await readRecord(other, 'investigations', id)).status).toBe(404);
      expect((await tryToStart(other, subjectId)).status).toBe(404);
      expect((await list(other, 'investigations')).body.items).toEqual([]);
    }
  });

  test('can be retried with the same idempotency key and starts once', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const idempotencyKey = randomUUID();

    const first = await tryToStart(world, subjectId, {}, { idempotencyKey });
    const second = await tryToStart(world, subjectId, {}, { idempotencyKey });

    expect(second.body).toEqual(first.body);
    expect((await list(world, 'investigations')).body.items).toHaveLength(1);
  });
});

describe('the state of an investigation', () => {
  test('is up to date until the subject changes, whatever happens to the investigation', async () => {
    const world = await aWorld();
    const { subjectId, source, policyId } = await riskySubject(world);
    const { id, data } = await started(world, subjectId);

    const queued = await stateOf(world, id);
    await workOff();
    await started(world, subjectId);
    const completed = await stateOf(world, id);
    await assessed(world, subjectId, policyId);
    const assessedAgain = await stateOf(world, id);
    await stated(source, subjectId);
    const newEvidence = await stateOf(world, id);

    expect(queued).toEqual({
      investigationId: id,
      status: 'queued',
      outOfDate: false,
      reasons: [],
      snapshotTakenAt: data.snapshot.takenAt,
      evidenceRevision: 1,
    });
    expect(completed).toEqual({ ...queued, status: 'completed' });
    expect(assessedAgain.reasons).toEqual(['newer_assessment', 'newer_events']);
    expect(newEvidence).toMatchObject({
      outOfDate: true,
      reasons: ['newer_evidence', 'newer_assessment', 'newer_events'],
      evidenceRevision: 1,
    });
  });

  test('is out of date after an activity', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const { id } = await started(world, subjectId);

    await newActivity(world, subjectId);

    expect((await stateOf(world, id)).reasons).toEqual(['newer_events']);
  });
});

describe('the consent to AI investigations', () => {
  const settings = riskRoutes.readInvestigationAiSettings;
  const change = (world: World, aiInvestigations: unknown, as = world.owner) =>
    call(as, riskRoutes.updateInvestigationAiSettings, { body: { aiInvestigations } });

  test('is required from the owner, per mode', async () => {
    const world = await aWorld();
    const live = await aWorld('live', world.organizationId);
    const undecided = { aiInvestigations: false, updatedAt: null, updatedBy: null };
    expect(await done(world.client, settings)).toEqual(undecided);

    const given = await change(world, true);

    expect(given).toMatchObject({ status: 200, body: { aiInvestigations: true } });
    expect(await done(world.client, settings)).toEqual(given.body);
    expect(await done(live.client, settings)).toEqual(undecided);
    expect(await eventTypes(world, world.organizationId)).toEqual(['risk.investigation_ai_settings.changed']);
    const subjectId = await newSubject(world);
    expect((await tryToStart(world, subjectId, { assistance: 'ai' })).status).toBe(201);
    await change(world, false);
    expect(await tryToStart(world, subjectId, { assistance: 'ai' })).toMatchObject({
      status: 403,
      body: { code: 'ai_consent_required' },
    });
  });

  test.each(['admin', 'member', 'client'] as const)('cannot be given by a %s', async (who) => {
    const world = await aWorld();

    expect((await change(world, true, world[who])).status).toBe(403);
    expect((await done(world.client, settings)).aiInvestigations).toBe(false);
  });

  test('is a boolean', async () => {
    const world = await aWorld();

    expect((await change(world, 'perhaps')).status).toBe(400);
  });

  test('if withdrawn before the worker runs, fails the investigation', async () => {
    const world = await aWorld();
    await change(world, true);
    const { id } = await started(world, await newSubject(world), { assistance: 'ai' });
    await change(world, false);

    await workOff();

    expect((await recordOf(world, id)).data).toMatchObject({ status: 'failed', errorCode: 'consent_withdrawn' });
  });
});
