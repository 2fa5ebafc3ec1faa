import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { needsCredential, type Route } from '#shared/platform/http/route.ts';
import { newId } from '#shared/platform/ids.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { type Credential, call, type Response } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { existingSample } from '#test/support/quality-examples.ts';
import { done } from '#test/support/risk-world.ts';
import { aPerson } from '../quality/history.ts';
import { decide, idsIn, read, screenFor, worldWithLists } from '../screening/match-calls.ts';

/**
 * While a person has a blind review open, no route shows them the first decision. Routes are closed unless they declare otherwise;
 * these do, and what each answers is looked at below. A new route with the declaration fails here until it is named.
 */
const OPEN = [
  'quality.claimQualitySample',
  'quality.readQualitySample',
  'quality.releaseQualitySample',
  'quality.reviewQualitySample',
  'organization.readMe',
  'organization.readSettings',
];

/** What routes without a caller read: none has decisions of the organization. */
const WITHOUT_CALLER = ['identity', 'documents', 'journal', 'webhooks', 'verification'];
/** Makes the signer a subject, and answers with the address of a session. */
const KNOWN = ['documents.checkIdentity risk'];

const nameOf = ({ module, name }: Route) => `${module}.${name}`;
const REASON = `Not the same person ${randomUUID()}`;

interface Reviewed {
  as: Credential;
  otherMode: Credential;
  sampleId: string;
  claimed: Response;
  matchId: string;
  decider: Awaited<ReturnType<typeof aPerson>>;
}

async function aBlindReview(): Promise<Reviewed> {
  const world = await worldWithLists();
  await screenFor(world);
  const [matchId = ''] = await idsIn(world);
  const decider = await aPerson(world, 'owner');
  await decide({ ...world, owner: decider.as }, matchId, { reason: REASON });
  const { body } = await read(world, matchId);
  const sample = await existingSample(world, {
    stream: 'matches.false_positive',
    blind: true,
    first: {
      eventId: newId(),
      decision: 'false_positive',
      reason: REASON,
      decidedBy: decider.principal,
      proposedBy: null,
      decidedAt: new Date().toISOString(),
      subjectId: null,
      about: { matchId, runId: body.run.id },
      control: false,
    },
  });
  // An owner, so that no route refuses the role first.
  const { as } = await aPerson(world, 'owner');
  const claimed = await call(as, routes.quality.claimQualitySample, { params: { id: sample.id } });
  const otherMode: Credential = async (request) => ({ ...(await as(request)), 'x-risk-mode': 'live' });
  return { as, otherMode, sampleId: sample.id, claimed, matchId, decider };
}

let review: Reviewed;
beforeAll(async () => {
  await prepareEngine();
  review = await aBlindReview();
});

const withCaller = allRoutes.filter((route) => needsCredential(route) && route.access !== 'key');

describe('blind review', () => {
  test('the open routes are those that are named here', () => {
    expect(
      allRoutes
        .filter(({ isOpenInBlindReview }) => isOpenInBlindReview)
        .map(nameOf)
        .sort(),
    ).toEqual(OPEN.toSorted());
  });

  test('every other route is closed to the reviewer in both modes, whatever is asked', async () => {
    const closed = withCaller.filter((route) => !OPEN.includes(nameOf(route)));
    const told: string[] = [];
    for (const route of closed)
      for (const credential of [review.as, review.otherMode]) {
        const { status, body } = await call(credential, route, { params: { id: review.matchId } });
        if (status !== 409 || body.code !== 'blind_review_open') told.push(`${nameOf(route)} ${status}`);
      }
    expect(closed.length).toBeGreaterThan(200);
    expect(told).toEqual([]);
  });

  test('routes without a caller read no decisions', () => {
    const reading = allRoutes
      .filter((route) => !needsCredential(route))
      .flatMap((route) => Object.keys(route.uses.tables ?? {}).map((table) => `${nameOf(route)} ${table}`));
    expect(reading.filter((one) => !WITHOUT_CALLER.includes(one.split(' ')[1] ?? ''))).toEqual(KNOWN);
  });

  test('open routes do not show the first decision, who made it, or the state of the match', async () => {
    const params = { id: review.sampleId };
    const sample = await call(review.as, routes.quality.readQualitySample, { params });
    expect(sample.body.evidence.match.id).toBe(review.matchId);
    const answers = [
      review.claimed,
      sample,
      await call(review.as, routes.quality.claimQualitySample, { params }),
      await call(review.as, routes.organization.readMe),
      await call(review.as, routes.organization.readSettings),
      await call(review.as, routes.quality.reviewQualitySample, {
        params,
        body: { decision: 'maybe', reason: 'Asked.' },
      }),
      await call(review.as, routes.quality.reviewQualitySample, {
        params,
        body: { decision: 'none', reason: 'Asked.' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400, 422]);
    for (const { body } of answers) {
      const text = JSON.stringify(body);
      for (const told of [REASON, review.decider.id]) expect(text).not.toContain(told);
    }
    expect(sample.body.data.first).toBeNull();
    expect(JSON.stringify(sample.body.evidence)).not.toMatch(
      /"(decision|decisions|reviewReason|rememberedFrom|status|decidedBy|proposal|reason)":/,
    );
    // Another sample may be about the same record.
    const other = await call(review.as, routes.quality.readQualitySample, { params: { id: newId() } });
    expect(other.body.code).toBe('blind_review_open');
    const abroad = await call(review.otherMode, routes.quality.readQualitySample, { params });
    expect(abroad.body.code).toBe('blind_review_open');
  });

  test('once they have decided, everything is open again and the first decision is shown', async () => {
    const { as, sampleId, matchId } = await aBlindReview();
    const params = { id: sampleId };
    const body = { decision: 'false_positive', reason: 'Born in another year.' };
    const { status, body: reviewed } = await call(as, routes.quality.reviewQualitySample, { params, body });
    expect(status).toBe(200);
    expect(reviewed.data).toMatchObject({ status: 'reviewed', first: { reason: REASON }, review: { agrees: true } });
    const match = await done(as, routes.screening.readScreeningMatch, { params: { id: matchId } });
    expect(match.run.decisions[0].reason).toBe(REASON);
  });
});
