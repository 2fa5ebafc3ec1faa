import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as run } from '#functions/workers/run-investigation.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type CallOptions, call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { anActivity, anOverride } from '#test/support/risk-examples.ts';
import {
  aDefinition,
  ago,
  aStatement,
  assessed,
  aWorld,
  done,
  eventTypes,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { drain } from '#test/support/webhook-workers.ts';

/** Asking, looking and reviewing, from credential to result. */
beforeAll(prepareEngine);
beforeEach(async () => void (await drain('investigations')));
afterEach(() => shiftClock(0));

const DAY_MS = 86_400_000;
const QUESTION = 'What is wrong here?';

const tryToStart = (world: World, id: string, body: object = {}, options: CallOptions = {}) =>
  call(world.client, riskRoutes.startInvestigation, {
    params: { id },
    body: { question: QUESTION, ...body },
    ...options,
  });

const started = async (world: World, id: string, body: object = {}) =>
  done(world.client, riskRoutes.startInvestigation, {
    params: { id },
    body: { question: QUESTION, ...body },
  });

/** What the worker makes of every message that waits. */
const workOff = async () => worked(run, queueEvent(await drain('investigations')));

const recordOf = async (world: World, id: string) =>
  (await readRecord(world, 'investigations', id)).body;

async function investigated(world: World, subjectId: string, body: object = {}) {
  const { id } = await started(world, subjectId, body);
  expect(await workOff()).toEqual({ batchItemFailures: [] });
  return recordOf(world, id);
}

const keysOf = ({ data }: { data: { findings: { key: string }[] } }) =>
  data.findings.map(({ key }) => key);

const stateOf = (world: World, id: string) =>
  done(world.client, riskRoutes.readInvestigationState, { params: { id } });

describe('starting', () => {
  test('answers with a queued record, tells history, and asks the worker', async () => {
    const world = await aWorld();
    const { subjectId, assessment } = await riskySubject(world);

    const record = await started(world, subjectId, { assessmentIds: [assessment.id] });

    expect(record).toMatchObject({
      resource: 'investigations',
      data: {
        ...{ subjectId, question: QUESTION, assistance: 'none', assessmentIds: [assessment.id] },
        ...{ status: 'queued', startedAt: null, finishedAt: null, findings: [], errorCode: null },
        snapshot: {
          ...{ evidenceRevision: 1, evidence: 1, assessments: 1, overrides: 0, actions: 1 },
          ...{ truncated: false, leftOut: { evidence: 0, assessments: 0, events: 0 } },
        },
      },
    });
    expect(await recordOf(world, record.id)).toEqual(record);
    expect(await eventTypes(world, record.id)).toEqual(['risk.investigation.started']);
    const { organizationId, mode } = world;
    expect(await drain('investigations')).toEqual([
      { organizationId, mode, investigationId: record.id },
    ]);
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
  ])('is refused with %s, and leaves nothing behind', async (_what, body, status) => {
    const world = await aWorld();
    const subjectId = await newSubject(world);

    const { status: answered } = await tryToStart(world, subjectId, body);

    expect(answered).toBe(status);
    expect((await list(world, 'investigations')).body.items).toEqual([]);
    expect(await drain('investigations')).toEqual([]);
  });

  test('takes a question of 2,000 characters', async () => {
    const world = await aWorld();

    const { status } = await tryToStart(world, await newSubject(world), {
      question: 'é'.repeat(2_000),
    });

    expect(status).toBe(201);
  });

  test('names assessments of this subject alone', async () => {
    const world = await aWorld();
    const [{ subjectId }, { assessment }] = [await riskySubject(world), await riskySubject(world)];

    const response = await tryToStart(world, subjectId, { assessmentIds: [assessment.id] });

    expect(response).toMatchObject({
      status: 422,
      body: { code: 'unknown_assessment', errors: [{ path: 'assessmentIds.0' }] },
    });
  });

  test('is found in its own organization and mode alone', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const { id } = await started(world, subjectId);

    for (const other of [await aWorld(), await aWorld('live', world.organizationId)]) {
      expect((await readRecord(other, 'investigations', id)).status).toBe(404);
      expect((await tryToStart(other, subjectId)).status).toBe(404);
      expect((await list(other, 'investigations')).body.items).toEqual([]);
    }
  });

  test('is repeated under the same key without being started twice', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const idempotencyKey = randomUUID();

    const first = await tryToStart(world, subjectId, {}, { idempotencyKey });
    const second = await tryToStart(world, subjectId, {}, { idempotencyKey });

    expect(second.body).toEqual(first.body);
    expect((await list(world, 'investigations')).body.items).toHaveLength(1);
  });
});

describe('what is found', () => {
  test('a subject of whom nothing is known: nothing, and that is said', async () => {
    const world = await aWorld();

    const record = await investigated(world, await newSubject(world));

    expect(record.data).toMatchObject({
      ...{ status: 'completed', findings: [], errorCode: null },
      summary: expect.stringContaining('No contradiction'),
    });
    expect(record.data.startedAt).not.toBeNull();
    expect(record.data.finishedAt).not.toBeNull();
  });

  test('sources that contradict each other, also in values too large to be kept beside', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const facts = [
      { key: 'name.given', type: 'string' },
      { key: 'story', type: 'string' },
      { key: 'same', type: 'string' },
    ];
    const [one, other] = [await newSource(world, facts), await newSource(world, facts)];
    const receipts = [
      await stated(one, subjectId, { fact: 'name.given', value: 'Ada' }),
      await stated(other, subjectId, { fact: 'name.given', value: 'Grace' }),
    ];
    for (const [source, tail] of [
      [one, 'a'],
      [other, 'b'],
    ] as const) {
      await stated(source, subjectId, { fact: 'story', value: `${'long '.repeat(200)}${tail}` });
      await stated(source, subjectId, { fact: 'same', value: 'long '.repeat(200) });
    }

    const record = await investigated(world, subjectId);

    expect(keysOf(record)).toEqual(['contradiction:name.given', 'contradiction:story']);
    expect(record.data.findings[0]).toEqual({
      key: 'contradiction:name.given',
      statement: '2 sources state 2 different values of name.given.',
      evidenceIds: receipts.map(({ id }) => id).sort(),
      ...{ eventIds: [], confidence: 'high' },
    });
  });

  test('no contradiction where a value came in a batch beside a large one', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const facts = ['small', 'large'].map((key) => ({ key, type: 'string' }));
    const [one, other] = [await newSource(world, facts), await newSource(world, facts)];
    await stated(one, subjectId, { fact: 'small', value: 'same' });
    await done(other.speaks, riskRoutes.submitEvidenceBatch, {
      params: { id: subjectId },
      body: {
        sourceRegistrationId: other.id,
        items: [
          aStatement({ fact: 'small', value: 'same' }),
          aStatement({ fact: 'large', value: 'long '.repeat(200) }),
        ],
      },
    });

    expect(keysOf(await investigated(world, subjectId))).toEqual([]);
  });

  test('evidence that its source revoked after a policy had relied on it', async () => {
    const world = await aWorld();
    const { subjectId, source, assessment } = await riskySubject(world);
    const revoked = await stated(source, subjectId, { status: 'revoked', value: null });

    const record = await investigated(world, subjectId);

    expect(keysOf(record)).toEqual([
      `withdrawn_evidence:${assessment.id}`,
      `outdated_assessment:${assessment.id}`,
    ]);
    const used = assessment.data.evidence.map(({ id }: { id: string }) => id);
    expect(record.data.findings[0].evidenceIds).toEqual([...used, revoked.id].sort());
  });

  test('evidence that expired or is stale, a review that is due, an action nobody finished', async () => {
    const world = await aWorld();
    const [subjectId, source] = [await newSubject(world), await newSource(world)];
    const policyId = await newPolicy(world, aDefinition(source.identity));
    await stated(source, subjectId, { expiresAt: ago(-DAY_MS / 2) });
    const { id, data } = await assessed(world, subjectId, policyId);

    shiftClock(31 * DAY_MS);
    const record = await investigated(world, subjectId);

    expect(keysOf(record)).toEqual([
      ...[`expired_evidence:${id}`, `stale_evidence:${id}`],
      ...[`outdated_assessment:${id}`, `overdue_action:${data.actionIds[0]}`],
    ]);
  });

  test('an override more lenient than what was calculated, surely while it is in force', async () => {
    const world = await aWorld();
    const { subjectId, assessment } = await riskySubject(world);
    const override = await done(world.owner, riskRoutes.createOverride, {
      params: { id: assessment.id },
      body: { ...anOverride(), decision: 'none' },
    });
    const before = await investigated(world, subjectId);
    await done(world.owner, riskRoutes.revokeOverride, {
      params: { id: override.id },
      body: { reason: 'No longer true.' },
    });
    const after = await investigated(world, subjectId);

    const confidences = [before, after].map(({ data }) => data.findings);
    const key = `lenient_override:${override.id}`;
    expect(confidences).toMatchObject([
      [{ key, confidence: 'high' }],
      [{ key, confidence: 'low' }],
    ]);
  });

  test('many activities of a kind within an hour', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const report = (body: object) =>
      done(world.client, riskRoutes.reportActivity, {
        params: { id: subjectId },
        body: { ...anActivity(), ...body },
      });
    const burst = [];
    for (const minutes of [50, 40, 30, 20, 10])
      burst.push(await report({ occurredAt: ago(minutes * 60_000) }));
    for (const minutes of [200, 120, 60, 30, 1])
      await report({ activityType: 'seldom', occurredAt: ago(minutes * 60_000) });

    const record = await investigated(world, subjectId);

    expect(record.data.findings).toMatchObject([
      { key: 'activity_burst:login.succeeded', eventIds: burst.map(({ id }) => id).sort() },
    ]);
  });

  test('an assessment that was named is looked at beside the latest', async () => {
    const world = await aWorld();
    const { subjectId, policyId, assessment } = await riskySubject(world);
    await assessed(world, subjectId, policyId);

    const [without, named] = [
      await started(world, subjectId),
      await started(world, subjectId, { assessmentIds: [assessment.id] }),
    ];

    expect(without.data.snapshot.assessments).toBe(1);
    expect(named.data.snapshot.assessments).toBe(2);
  });

  test('is what was known when it was asked, whatever came after', async () => {
    const world = await aWorld();
    const { subjectId, source } = await riskySubject(world);
    const { id } = await started(world, subjectId);
    await stated(source, subjectId, { status: 'revoked', value: null });

    await workOff();

    expect((await recordOf(world, id)).data).toMatchObject({ status: 'completed', findings: [] });
  });
});

test('a subject of whom too much is known is looked into without its oldest events and evidence', async () => {
  const world = await aWorld();
  const subjectId = await newSubject(world);
  const facts = Array.from({ length: 100 }, (_, index) => ({ key: `f${index}`, type: 'string' }));
  const sources = await Promise.all(Array.from({ length: 9 }, () => newSource(world, facts)));
  for (const source of sources)
    await done(source.speaks, riskRoutes.submitEvidenceBatch, {
      params: { id: subjectId },
      body: {
        sourceRegistrationId: source.id,
        // Nothing that could be compressed, so that it takes several rows.
        items: facts.map(({ key: fact }) =>
          aStatement({ fact, value: randomBytes(360).toString('base64') }),
        ),
      },
    });

  const record = await investigated(world, subjectId);

  const { evidence, events, truncated, leftOut } = record.data.snapshot;
  expect(truncated).toBe(true);
  expect([events, leftOut.events]).toEqual([0, 200]);
  expect(evidence + leftOut.evidence).toBe(900);
  expect(evidence).toBeGreaterThan(500);
  expect(record.data.status).toBe('completed');
  expect(record.data.findings).toHaveLength(50);
});

describe('the state', () => {
  test('is up to date until something new is known, whatever is done with the investigation', async () => {
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
      ...{ investigationId: id, status: 'queued', outOfDate: false, reasons: [] },
      ...{ snapshotTakenAt: data.snapshot.takenAt, evidenceRevision: 1 },
    });
    expect(completed).toEqual({ ...queued, status: 'completed' });
    expect(assessedAgain.reasons).toEqual(['newer_assessment', 'newer_events']);
    expect(newEvidence).toMatchObject({
      outOfDate: true,
      reasons: ['newer_evidence', 'newer_assessment', 'newer_events'],
      evidenceRevision: 1,
    });
  });

  test('is out of date by an activity alone', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const { id } = await started(world, subjectId);

    const params = { id: subjectId };
    await done(world.client, riskRoutes.reportActivity, { params, body: anActivity() });

    expect((await stateOf(world, id)).reasons).toEqual(['newer_events']);
  });
});

describe('a review', () => {
  async function withFinding(world: World) {
    const { subjectId, source, assessment } = await riskySubject(world);
    await stated(source, subjectId, { status: 'revoked', value: null });
    const investigation = await investigated(world, subjectId);
    return { subjectId, assessment, investigation, finding: keysOf(investigation)[0] };
  }
  const review = (world: World, id: string, body: object, as = world.admin) =>
    call(as, riskRoutes.reviewInvestigation, {
      params: { id },
      body: { verdict: 'supported', reason: 'It is so.', ...body },
    });

  test('is kept, listed and told, and changes nothing else', async () => {
    const world = await aWorld();
    const { investigation, finding, assessment } = await withFinding(world);
    const { body: decided } = await readRecord(world, 'assessments', assessment.id);

    const first = await review(world, investigation.id, { finding });
    const second = await review(
      world,
      investigation.id,
      { finding, verdict: 'inconclusive' },
      world.owner,
    );

    expect(first).toMatchObject({
      status: 201,
      body: {
        resource: 'investigation-reviews',
        data: { investigationId: investigation.id, finding, verdict: 'supported' },
      },
    });
    const listed = await list(world, 'investigation-reviews', {
      investigationId: investigation.id,
    });
    expect(listed.body.items).toEqual([first.body, second.body]);
    expect((await readRecord(world, 'investigation-reviews', first.body.id)).body).toEqual(
      first.body,
    );
    const { body: told } = await list(world, 'events', { resourceId: first.body.id });
    expect(told.items).toMatchObject([
      { data: { type: 'risk.investigation.reviewed', reason: 'It is so.' } },
    ]);
    expect(await recordOf(world, investigation.id)).toEqual(investigation);
    expect((await readRecord(world, 'assessments', assessment.id)).body).toEqual(decided);
  });

  test('of one investigation is not listed with another', async () => {
    const world = await aWorld();
    const [one, other] = [await withFinding(world), await withFinding(world)];
    await review(world, one.investigation.id, { finding: one.finding });

    const query = { investigationId: other.investigation.id };

    expect((await list(world, 'investigation-reviews', query)).body.items).toEqual([]);
    expect((await list(world, 'investigation-reviews')).body.items).toHaveLength(1);
  });

  test.each([
    ['an unknown finding', { finding: 'nothing' }, 422, 'unknown_finding'],
    ['an unknown verdict', { verdict: 'maybe' }, 400, 'invalid_body'],
    ['a blank reason', { reason: ' ' }, 400, 'invalid_body'],
  ])('of %s is refused', async (_what, changes, status, code) => {
    const world = await aWorld();
    const { investigation, finding } = await withFinding(world);

    const response = await review(world, investigation.id, { finding, ...changes });

    expect(response).toMatchObject({ status, body: { code } });
    expect((await list(world, 'investigation-reviews')).body.items).toEqual([]);
  });

  test('needs a completed investigation, an owner or admin, and the right mode', async () => {
    const world = await aWorld();
    const { investigation, finding } = await withFinding(world);
    const queued = await started(world, await newSubject(world));
    const live = await aWorld('live', world.organizationId);

    expect(await review(world, queued.id, { finding })).toMatchObject({
      status: 409,
      body: { code: 'investigation_not_completed' },
    });
    for (const as of [world.client, world.member])
      expect((await review(world, investigation.id, { finding }, as)).status).toBe(403);
    expect((await review(live, investigation.id, { finding })).status).toBe(404);
  });
});

describe('the consent', () => {
  const settings = riskRoutes.readInvestigationAiSettings;
  const change = (world: World, aiInvestigations: unknown, as = world.owner) =>
    call(as, riskRoutes.updateInvestigationAiSettings, { body: { aiInvestigations } });

  test('is refused until the owner gives it, and is of one mode', async () => {
    const world = await aWorld();
    const live = await aWorld('live', world.organizationId);
    const undecided = { aiInvestigations: false, updatedAt: null, updatedBy: null };
    expect(await done(world.client, settings)).toEqual(undecided);

    const given = await change(world, true);

    expect(given).toMatchObject({ status: 200, body: { aiInvestigations: true } });
    expect(await done(world.client, settings)).toEqual(given.body);
    expect(await done(live.client, settings)).toEqual(undecided);
    expect(await eventTypes(world, world.organizationId)).toEqual([
      'risk.investigation_ai_settings.changed',
    ]);
    const subjectId = await newSubject(world);
    expect((await tryToStart(world, subjectId, { assistance: 'ai' })).status).toBe(201);
    await change(world, false);
    expect((await tryToStart(world, subjectId, { assistance: 'ai' })).status).toBe(403);
  });

  test.each(['admin', 'member', 'client'] as const)('is not the %s’s to give', async (who) => {
    const world = await aWorld();

    expect((await change(world, true, world[who])).status).toBe(403);
    expect((await done(world.client, settings)).aiInvestigations).toBe(false);
  });

  test('is yes or no', async () => {
    const world = await aWorld();

    expect((await change(world, 'perhaps')).status).toBe(400);
  });

  test('without a model to ask, the investigation fails and says so', async () => {
    const world = await aWorld();
    await change(world, true);

    const record = await investigated(world, await newSubject(world), { assistance: 'ai' });

    expect(record.data).toMatchObject({
      status: 'failed',
      errorCode: 'ai_unavailable',
      findings: [],
    });
    expect(await eventTypes(world, record.id)).toEqual([
      'risk.investigation.started',
      'risk.investigation.failed',
    ]);
  });

  test('withdrawn before the worker comes, ends it', async () => {
    const world = await aWorld();
    await change(world, true);
    const { id } = await started(world, await newSubject(world), { assistance: 'ai' });
    await change(world, false);

    await workOff();

    expect((await recordOf(world, id)).data).toMatchObject({
      ...{ status: 'failed', errorCode: 'consent_withdrawn' },
    });
  });
});
