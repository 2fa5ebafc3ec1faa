import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { investigated, recordOf, started, workOff } from '#test/support/investigated-subjects.ts';
import { anOverride } from '#test/support/risk-examples.ts';
import {
  ago,
  assessed,
  aWorld,
  done,
  list,
  newActivity,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  sourceAndPolicy,
  stated,
  statedTogether,
  type World,
} from '#test/support/risk-world.ts';
import {
  anAttempt,
  aStep,
  decided,
  evidenceAbout,
  nativeInput,
  nativePolicy,
  policyOver,
  report,
  reported,
} from '#test/support/verification-world.ts';
import { drain } from '#test/support/webhook-workers.ts';

/** What an investigation finds, and what people say to it. */
beforeAll(prepareEngine);
afterEach(() => shiftClock(0));
beforeEach(async () => void (await drain('investigations')));

const DAY_MS = 86_400_000;

const keysOf = ({ data }: { data: { findings: { key: string }[] } }) => data.findings.map(({ key }) => key);

describe('findings of an investigation', () => {
  test('are empty for a subject without records, and the summary says so', async () => {
    const world = await aWorld();

    const record = await investigated(world, await newSubject(world));

    expect(record.data).toMatchObject({
      status: 'completed',
      findings: [],
      errorCode: null,
      summary: expect.stringContaining('No contradiction'),
    });
    expect(record.data.startedAt).not.toBeNull();
    expect(record.data.finishedAt).not.toBeNull();
  });

  test('report sources that contradict each other, including in large values', async () => {
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
      eventIds: [],
      confidence: 'high',
    });
  });

  test('report no contradiction for a value in a batch with a large one', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const facts = ['small', 'large'].map((key) => ({ key, type: 'string' }));
    const [one, other] = [await newSource(world, facts), await newSource(world, facts)];
    await stated(one, subjectId, { fact: 'small', value: 'same' });
    await statedTogether(other, subjectId, [
      { fact: 'small', value: 'same' },
      { fact: 'large', value: 'long '.repeat(200) },
    ]);

    expect(keysOf(await investigated(world, subjectId))).toEqual([]);
  });

  test('report no contradiction between two steps with a `score`', async () => {
    const world = await aWorld();
    const outputs = [{ key: 'score', type: 'number' }];
    const { subjectId, ...attempt } = await anAttempt(world, [
      aStep('capture', { outputs }),
      aStep('check', { outputs }),
    ]);
    await report(world, attempt, 'capture_step', { outputs: { score: 0.9 } });
    await report(world, attempt, 'check_step', { outputs: { score: 0.7 } });

    const record = await investigated(world, subjectId);

    expect(record.data.snapshot.evidence).toBe(2);
    expect(keysOf(record)).toEqual([]);
  });

  test('report evidence that its source revoked after a policy used it', async () => {
    const world = await aWorld();
    const { subjectId, source, assessment } = await riskySubject(world);
    const revoked = await stated(source, subjectId, { status: 'revoked', value: null });

    const record = await investigated(world, subjectId);

    expect(keysOf(record)).toEqual([`withdrawn_evidence:${assessment.id}`, `outdated_assessment:${assessment.id}`]);
    const used = assessment.data.evidence.map(({ id }: { id: string }) => id);
    expect(record.data.findings[0].evidenceIds).toEqual([...used, revoked.id].sort());
  });

  test('cite what made an assessment outdated: the newer receipts and their events, and nothing else', async () => {
    const world = await aWorld();
    const { subjectId, source, assessment } = await riskySubject(world);
    await done(world.owner, riskRoutes.createOverride, { params: { id: assessment.id }, body: anOverride() });
    const newer = await stated(source, subjectId, { value: 3 });

    const record = await investigated(world, subjectId);
    const { items } = (await list(world, 'events', { subjectId })).body;

    const finding = record.data.findings.find(({ key }: { key: string }) => key.startsWith('outdated_assessment'));
    expect(finding).toMatchObject({ evidenceIds: [newer.id], confidence: 'high' });
    const cited = items.filter(({ id }: { id: string }) => finding.eventIds.includes(id));
    expect(
      cited.map(({ data }: { data: { type: string; resourceId: string } }) => [data.type, data.resourceId]),
    ).toEqual([
      ['risk.assessment.created', assessment.id],
      ['risk.evidence.recorded', newer.id],
    ]);
  });

  test('report an approval that was revoked after a policy used its evidence', async () => {
    const world = await aWorld();
    const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('extract')]);
    await reported(world, attempt, 'extract');
    await decided(world, subjectId, attempt, 'approved');
    const policyId = await nativePolicy(world, workflow, ['extract']);
    const assessment = await assessed(world, subjectId, policyId);
    await decided(world, subjectId, attempt, 'revoked');

    const record = await investigated(world, subjectId);

    expect(keysOf(record)).toEqual([`withdrawn_evidence:${assessment.id}`, `outdated_assessment:${assessment.id}`]);
    const [, approved, revoked] = await evidenceAbout(world, subjectId);
    expect(record.data.findings[0].evidenceIds).toEqual([approved.id, revoked.id].sort());
  });

  test('report a step and a source of the same input that contradict each other, also after the assessment', async () => {
    const world = await aWorld();
    const { workflow, subjectId, ...attempt } = await anAttempt(world, [aStep('check')]);
    const source = await newSource(world, [{ key: 'native.check', type: 'string' }]);
    const input = nativeInput(workflow, 'check');
    const acceptedSources = [...input.acceptedSources, source.identity];
    const policyId = await newPolicy(world, policyOver([{ ...input, acceptedSources }]));
    await reported(world, attempt, 'check', 'yes');
    await assessed(world, subjectId, policyId);
    await stated(source, subjectId, { fact: 'native.check', value: 'no' });

    const unassessed = await investigated(world, subjectId);
    const { data } = await assessed(world, subjectId, policyId);
    const disputed = await investigated(world, subjectId);

    expect(data.inputs).toMatchObject([{ reason: 'sources_disagree' }]);
    expect(keysOf(unassessed)).toContain('contradiction:native.check');
    const receipts = await evidenceAbout(world, subjectId);
    expect(disputed.data.findings).toEqual([
      {
        key: 'contradiction:native.check',
        statement: '2 sources state 2 different values of native.check.',
        evidenceIds: receipts.map(({ id }) => id).sort(),
        eventIds: [],
        confidence: 'high',
      },
    ]);
  });

  test('report expired and stale evidence, a due review and an unfinished action', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const { source, policyId } = await sourceAndPolicy(world);
    await stated(source, subjectId, { expiresAt: ago(-DAY_MS / 2) });
    const { id, data } = await assessed(world, subjectId, policyId);

    shiftClock(31 * DAY_MS);
    const record = await investigated(world, subjectId);

    expect(keysOf(record)).toEqual([
      `expired_evidence:${id}`,
      `stale_evidence:${id}`,
      `outdated_assessment:${id}`,
      `overdue_action:${data.actionIds[0]}`,
    ]);
  });

  test('report an override that is more lenient than the decision, with high confidence while it is active', async () => {
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
    expect(confidences).toMatchObject([[{ key, confidence: 'high' }], [{ key, confidence: 'low' }]]);
  });

  test('report many activities of one type within an hour', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world);
    const report = (changes: { occurredAt: string; activityType?: string }) => newActivity(world, subjectId, changes);
    const burst: string[] = [];
    for (const minutes of [50, 40, 30, 20, 10]) burst.push(await report({ occurredAt: ago(minutes * 60_000) }));
    for (const minutes of [200, 120, 60, 30, 1])
      await report({ activityType: 'seldom', occurredAt: ago(minutes * 60_000) });

    const record = await investigated(world, subjectId);

    expect(record.data.findings).toMatchObject([{ key: 'activity_burst:login.succeeded', eventIds: burst.sort() }]);
  });

  test('include assessments that the request names', async () => {
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

  test('are based on the snapshot, whatever changes later', async () => {
    const world = await aWorld();
    const { subjectId, source } = await riskySubject(world);
    const { id } = await started(world, subjectId);
    await stated(source, subjectId, { status: 'revoked', value: null });

    await workOff();

    expect((await recordOf(world, id)).data).toMatchObject({ status: 'completed', findings: [] });
  });
});

test('investigation: a subject with too many records is investigated without its oldest events and evidence', async () => {
  const world = await aWorld();
  const subjectId = await newSubject(world);
  const facts = Array.from({ length: 100 }, (_, index) => ({ key: `f${index}`, type: 'string' }));
  const sources = await Promise.all(Array.from({ length: 9 }, () => newSource(world, facts)));
  for (const source of sources)
    await statedTogether(
      source,
      subjectId,
      // Nothing that could be compressed, so that it takes several rows.
      facts.map(({ key: fact }) => ({ fact, value: randomBytes(360).toString('base64') })),
    );

  const record = await investigated(world, subjectId);

  const { evidence, events, truncated, leftOut } = record.data.snapshot;
  expect(truncated).toBe(true);
  expect([events, leftOut.events]).toEqual([0, 200]);
  expect(evidence + leftOut.evidence).toBe(900);
  expect(evidence).toBeGreaterThan(500);
  expect(record.data.status).toBe('completed');
  expect(record.data.findings).toHaveLength(50);
});

describe('a review of a finding', () => {
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

  test('is stored, listed and recorded in the history, and changes nothing else', async () => {
    const world = await aWorld();
    const { investigation, finding, assessment } = await withFinding(world);
    const { body: decided } = await readRecord(world, 'assessments', assessment.id);

    const first = await review(world, investigation.id, { finding });
    const second = await review(world, investigation.id, { finding, verdict: 'inconclusive' }, world.owner);

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
    expect((await readRecord(world, 'investigation-reviews', first.body.id)).body).toEqual(first.body);
    const { body: told } = await list(world, 'events', { resourceId: first.body.id });
    expect(told.items).toMatchObject([{ data: { type: 'risk.investigation.reviewed', reason: 'It is so.' } }]);
    expect(await recordOf(world, investigation.id)).toEqual(investigation);
    expect((await readRecord(world, 'assessments', assessment.id)).body).toEqual(decided);
  });

  test('is listed with its own investigation only', async () => {
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

  test('requires a completed investigation, an owner or admin, and the right mode', async () => {
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
