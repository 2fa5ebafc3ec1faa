import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { changeSample, createSample } from '#shared/quality/repository/samples.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { DECISIONS_OF, type StoredSample } from '#shared/quality/sample.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { existingSample } from '#test/support/quality-examples.ts';
import { randomFrom } from '#test/support/random.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { decide, idsIn, read, screenFor, worldWithLists } from '../screening/match-calls.ts';
import { aPerson } from './history.ts';

beforeAll(prepareEngine);

const claim = (as: Credential, id: string) => call(as, qualityRoutes.claimQualitySample, { params: { id } });
const review = (as: Credential, id: string, decision: string) =>
  call(as, qualityRoutes.reviewQualitySample, { params: { id }, body: { decision, reason: 'Looked at again.' } });
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).body.code;

async function aMatchSample(changes: Partial<StoredSample['first']> = {}) {
  const world = await worldWithLists();
  await screenFor(world);
  const [matchId = ''] = await idsIn(world);
  const decider = await aPerson(world, 'owner');
  await decide({ ...world, owner: decider.as }, matchId);
  const { body } = await read(world, matchId);
  const first: StoredSample['first'] = {
    eventId: newId(),
    decision: 'false_positive',
    reason: 'Born in another year.',
    decidedBy: decider.principal,
    proposedBy: null,
    decidedAt: '2026-03-14T09:00:00.000Z',
    subjectId: null,
    about: { matchId, runId: body.run.id },
    control: false,
    ...changes,
  };
  const sample = await existingSample(world, { stream: 'matches.false_positive', blind: true, first });
  return { world, sample, matchId, decider };
}

describe('samples', () => {
  test('a disagreement about a match requests a new decision, and the first one counts until then', async () => {
    const { world, sample, matchId } = await aMatchSample();
    const reviewer = await aPerson(world);
    expect((await claim(reviewer.as, sample.id)).body.evidence.match.id).toBe(matchId);
    const { body } = await review(reviewer.as, sample.id, 'confirmed');
    expect(body.data.review).toMatchObject({ agrees: false, followUp: { kind: 'new_decision' } });

    const match = (await read(world, matchId)).body;
    expect(match.match).toMatchObject({ decision: 'false_positive', reviewReason: 'quality_disagreement' });
    expect(await idsIn(world)).toContain(matchId);
    await decide(world, matchId, { decision: 'confirmed', reason: 'Same passport.' });
    expect((await read(world, matchId)).body.match).not.toHaveProperty('reviewReason');
    expect(await codeOf(review(reviewer.as, sample.id, 'confirmed'))).toBe('already_reviewed');
    expect(await codeOf(claim((await aPerson(world)).as, sample.id))).toBe('already_reviewed');
  });

  test('a match that was decided otherwise meanwhile stays as it is', async () => {
    const { world, sample, matchId } = await aMatchSample();
    const reviewer = await aPerson(world);
    await claim(reviewer.as, sample.id);
    await decide(world, matchId, { decision: 'confirmed', reason: 'Same passport.' });
    const { body } = await review(reviewer.as, sample.id, 'confirmed');
    expect(body.data.review).toMatchObject({ agrees: false, followUp: { kind: 'none' } });
  });

  test('neither who decided or proposed nor an API key reviews, and nobody whom they have invited', async () => {
    const { world, sample, decider } = await aMatchSample();
    const proposer = await aPerson(world);
    const { sample: proposed } = await aMatchSample();
    const ofProposer = await existingSample(world, {
      blind: true,
      first: { ...proposed.first, decidedBy: decider.principal, proposedBy: proposer.principal },
    });
    expect(await codeOf(claim(decider.as, sample.id))).toBe('not_independent');
    expect(await codeOf(claim(proposer.as, ofProposer.id))).toBe('not_independent');
    expect((await claim(world.client, sample.id)).status).toBe(403);
    const reviewer = await aPerson(world);
    expect(await codeOf(review(reviewer.as, sample.id, 'confirmed'))).toBe('not_claimed');
    expect((await claim((await aWorld()).member, sample.id)).status).toBe(404);
  });

  test('one person at a time reviews a sample, and who gives it up or is too late does not get it again', async () => {
    const { world, sample } = await aMatchSample();
    const [one, other, third] = [await aPerson(world), await aPerson(world), await aPerson(world)];
    await claim(one.as, sample.id);
    expect(await codeOf(claim(other.as, sample.id))).toBe('claimed');
    const unclaimed = await call(other.as, qualityRoutes.readQualitySample, { params: { id: sample.id } });
    expect(unclaimed.body).toMatchObject({ evidence: null, data: { first: null, status: 'claimed' } });
    await done(one.as, qualityRoutes.releaseQualitySample, { params: { id: sample.id } });
    expect(await codeOf(claim(one.as, sample.id))).toBe('not_independent');

    await claim(other.as, sample.id);
    const past = { by: other.principal, at: '2026-03-14T09:00:00.000Z', until: '2026-03-14T11:00:00.000Z' };
    const stored = { ...sample, revision: 4 };
    await dynamoStore.transact([changeSample(world, stored, { claim: past })], randomUUID());
    expect(await codeOf(review(other.as, sample.id, 'confirmed'))).toBe('not_claimed');
    const listed = await done(third.as, qualityRoutes.listQualitySamples, { query: { status: 'open' } });
    expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([sample.id]);
    expect((await claim(third.as, sample.id)).status).toBe(200);
  });

  test('a person has one blind review at a time, also if both are claimed at once', async () => {
    const { world, sample } = await aMatchSample();
    const second = await existingSample(world, { blind: true });
    const reviewer = await aPerson(world);
    const answers = await Promise.all([claim(reviewer.as, sample.id), claim(reviewer.as, second.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a disagreement about an override opens a request, and everyone sees a sample that is not blind', async () => {
    const world = await aWorld();
    const sample = await existingSample(world);
    const reviewer = await aPerson(world);
    const read = () => done(reviewer.as, qualityRoutes.readQualitySample, { params: { id: sample.id } });
    expect((await read()).data.first).toMatchObject({ decision: sample.first.decision });
    await claim(reviewer.as, sample.id);
    const decision = DECISIONS_OF.overrides.find((one) => one !== sample.first.decision) ?? '';
    const { body } = await review(reviewer.as, sample.id, decision);
    expect(body.data.review.followUp.kind).toBe('request');
    const requests = await done(world.admin, riskRoutes.listRequests, { params: { id: sample.first.subjectId ?? '' } });
    expect(requests.items[0]).toMatchObject({
      id: body.data.review.followUp.requestId,
      data: { kind: 'escalation', to: 'admin', status: 'open', about: { overrideId: expect.any(String) } },
    });
  });

  test('the results equal a recount of random reviews, with analysts for owners and admins only', async () => {
    const world = await aWorld();
    const random = randomFrom(7);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const analysts = [`user:${randomUUID()}`, `user:${randomUUID()}`, `api_key:${randomUUID()}`];
    const reviewer = await aPerson(world);
    const expected: Record<
      string,
      { drawn: number; reviewed: number; agreed: number; ofStream: number; errors: number }
    > = {};
    for (let index = 0; index < 24; index += 1) {
      const stream = pick(['matches.false_positive', 'overrides', 'actions.completed'] as const);
      const [decision, second] = [pick(DECISIONS_OF[stream]), pick(DECISIONS_OF[stream])];
      const decidedBy = pick(analysts);
      const control = stream !== 'overrides' && decision !== DECISIONS_OF[stream][0];
      const sample = await fakeSample(world, { stream, decision, decidedBy, control });
      const isReviewed = random() < 0.7;
      for (const name of [stream, `${stream} ${decidedBy}`]) {
        const sum = expected[name] ?? { drawn: 0, reviewed: 0, agreed: 0, ofStream: 0, errors: 0 };
        expected[name] = sum;
        sum.drawn += 1;
        if (!isReviewed) continue;
        sum.reviewed += 1;
        if (decision === second) sum.agreed += 1;
        if (!control) sum.ofStream += 1;
        if (!control && decision !== second) sum.errors += 1;
      }
      if (!isReviewed) continue;
      await claim(reviewer.as, sample.id);
      expect((await review(reviewer.as, sample.id, second)).status).toBe(200);
    }
    const query = { from: '2026-03', to: '2026-03' };
    const results = await done(world.admin, qualityRoutes.readQualityResults, { query });
    const found = [...results.streams, ...results.analysts].map(
      ({ principal, stream, drawn, reviewed, agreed, ofStream, errors }) => [
        principal ? `${stream} ${principal}` : stream,
        { drawn, reviewed, agreed, ofStream, errors },
      ],
    );
    expect(Object.fromEntries(found)).toEqual(expected);
    for (const { errorRate } of results.streams) {
      expect(errorRate.low).toBeLessThanOrEqual(errorRate.value ?? 1);
      expect(errorRate.high).toBeGreaterThanOrEqual(errorRate.value ?? 0);
    }
    for (const as of [world.member, world.client])
      expect(await done(as, qualityRoutes.readQualityResults, { query })).not.toHaveProperty('analysts');
    const empty = await done(world.admin, qualityRoutes.readQualityResults, { query: { to: '2026-02' } });
    expect(empty.streams[0]).toMatchObject({ reviewed: 0, errorRate: { value: null, low: 0, high: 1 } });
    const tooLong = await call(world.admin, qualityRoutes.readQualityResults, {
      query: { from: '2025-01', to: '2026-03' },
    });
    expect(tooLong.status).toBe(400);
  });
});

/** About records that do not exist, as after an erasure: it can be reviewed, and leads to nothing. */
async function fakeSample(
  world: World,
  {
    stream,
    ...first
  }: Pick<StoredSample, 'stream'> & Pick<StoredSample['first'], 'decision' | 'decidedBy' | 'control'>,
) {
  const sample: StoredSample = {
    id: newId(),
    revision: 1,
    stream,
    blind: true,
    planVersion: 1,
    treeSize: 1,
    drawnAt: '2026-03-15T01:30:00.000Z',
    first: {
      eventId: newId(),
      reason: null,
      proposedBy: null,
      decidedAt: '2026-03-14T09:00:00.000Z',
      subjectId: null,
      about: { matchId: newId(), runId: newId() },
      ...first,
    },
    claim: null,
    former: [],
    review: null,
  };
  await dynamoStore.transact(createSample(world, sample), randomUUID());
  return sample;
}
