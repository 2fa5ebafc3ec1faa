import { conflict, forbidden, Problem, refused } from '@assay/foundation';
import { assertIndependent, closeBlindReview, findBlindReview, openBlindReview } from '#shared/identity/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change, NewEvent, Write } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { escalateWork } from '#shared/risk/index.ts';
import { requestNewDecision } from '#shared/screening/index.ts';
import { sampleClaimed, sampleReviewed } from '../events.ts';
import { monthOf, pairOf } from '../figures.ts';
import { CLAIM_SECONDS, CLAIMS } from '../limits.ts';
import { addFigure } from '../repository/figures.ts';
import { changeSample, moveToReviewed, readStoredSample } from '../repository/samples.ts';
import {
  claimOf,
  DECISIONS_OF,
  isTold,
  type NewReview,
  presentSample,
  type SampleDetail,
  type SampleRecord,
  type StoredSample,
} from '../sample.ts';
import { evidenceOf } from './evidence-of.ts';

/** While a person has a blind review open, no other sample is shown to them either: it may be about the same record. */
function assertOwnReview({ caller }: Context, sampleId: string): void {
  const { blindReview } = caller;
  if (!blindReview || (blindReview.sampleId === sampleId && blindReview.mode === caller.mode)) return;
  throw conflict(
    'blind_review_open',
    `You have the blind review of sample ${blindReview.sampleId} (${blindReview.mode} mode) open. Decide it or release it first.`,
  );
}

export async function readSample(context: Context, id: string): Promise<SampleDetail> {
  assertOwnReview(context, id);
  return detailOf(context, await readStoredSample(context, id));
}

async function detailOf(context: Context, sample: StoredSample): Promise<SampleDetail> {
  const { caller, now } = context;
  const isReviewer = claimOf(sample, now)?.by === principalOf(caller);
  return {
    ...presentSample(sample, now),
    decisions: [...DECISIONS_OF[sample.stream]],
    evidence: isTold(sample) || isReviewer ? await evidenceOf(context, sample) : null,
  };
}

const notIndependent = (detail: string) => new Problem(403, 'not_independent', detail);

/** The reviewer is a person who has not made, proposed or claimed the decision before. */
async function assertEligible(context: Context, { first, former }: StoredSample): Promise<void> {
  const { caller } = context;
  if (caller.kind !== 'user') throw forbidden('Requires the token of a signed-in user.');
  const own = principalOf(caller);
  if (first.decidedBy === own || first.proposedBy === own)
    throw notIndependent('You made or proposed the decision. Another person has to review it.');
  if (former.includes(own))
    throw notIndependent(
      'You have claimed this sample before and could read the decision since. Another person has to review it.',
    );
  const others = [first.decidedBy, first.proposedBy].filter((one) => one?.startsWith('user:'));
  for (const other of others) if (other) await assertIndependent(context, other);
}

/** The person reviews the sample from now on. Of a blind sample, most routes are closed to them until they decide. */
export async function claimSample(context: Context, id: string): Promise<Change<SampleDetail>> {
  const { caller, now } = context;
  assertOwnReview(context, id);
  const sample = await readStoredSample(context, id);
  if (sample.review) throw conflict('already_reviewed', `The sample was reviewed at ${sample.review.reviewedAt}.`);
  const own = principalOf(caller);
  const current = claimOf(sample, now);
  if (current?.by === own) return { writes: [], events: [], result: await detailOf(context, sample) };
  if (current) throw conflict('claimed', `Another person reviews the sample until ${current.until}.`);
  const former = sample.claim ? [...sample.former, sample.claim.by] : sample.former;
  await assertEligible(context, { ...sample, former });
  if (former.length >= CLAIMS) throw conflict('claimed', 'Too many people have claimed the sample and released it.');
  const until = addSeconds(now, CLAIM_SECONDS).toISOString();
  const claim = { by: own, at: now.toISOString(), until };
  return {
    writes: [
      changeSample(caller, sample, { claim, former }),
      ...(sample.blind ? await closing(context, id, until) : []),
    ],
    events: [sampleClaimed(sample, 'claimed')],
    result: await detailOf(context, { ...sample, claim, former }),
  };
}

/** From the commit on most routes are closed to the person, who may have claimed another sample a moment ago. */
async function closing(context: Context, sampleId: string, until: string): Promise<Write[]> {
  const { store, caller, now } = context;
  const before = await findBlindReview(store, caller);
  const isOpen = before !== undefined && Date.parse(before.until) > now.getTime();
  assertOwnReview({ ...context, caller: isOpen ? { ...caller, blindReview: before } : caller }, sampleId);
  return [openBlindReview(caller, { sampleId, mode: caller.mode, until }, before)];
}

function assertClaimed({ caller, now }: Context, sample: StoredSample): void {
  if (sample.review) throw conflict('already_reviewed', `The sample was reviewed at ${sample.review.reviewedAt}.`);
  if (claimOf(sample, now)?.by === principalOf(caller)) return;
  throw conflict(
    'not_claimed',
    'You have not claimed the sample, or your claim has ended. Claim a sample before you review it.',
  );
}

const reopening = ({ caller }: Context, { blind, id }: StoredSample): Write[] =>
  blind && caller.blindReview?.sampleId === id ? [closeBlindReview(caller, caller.blindReview)] : [];

/** Gives the sample up. The person can read the decision from now on, and so cannot claim it again. */
export async function releaseSample(context: Context, id: string): Promise<Change<SampleRecord>> {
  assertOwnReview(context, id);
  const sample = await readStoredSample(context, id);
  assertClaimed(context, sample);
  const former = [...sample.former, principalOf(context.caller)];
  return {
    writes: [changeSample(context.caller, sample, { claim: null, former }), ...reopening(context, sample)],
    events: [sampleClaimed(sample, 'released')],
    result: presentSample({ ...sample, claim: null, former }, context.now),
  };
}

/** The second decision: the figures, and what a disagreement leads to, change with it. */
export async function reviewSample(
  context: Context,
  id: string,
  { decision, reason }: NewReview,
): Promise<Change<SampleDetail>> {
  const { caller, now } = context;
  assertOwnReview(context, id);
  const sample = await readStoredSample(context, id);
  assertClaimed(context, sample);
  const known: readonly string[] = DECISIONS_OF[sample.stream];
  if (!known.includes(decision))
    throw refused(
      'unknown_decision',
      `A sample of \`${sample.stream}\` is decided ${known.map((one) => `\`${one}\``).join(' or ')}.`,
    );
  const agrees = decision === sample.first.decision;
  const led = agrees ? NOTHING : await followUp(context, sample, decision);
  const review = {
    decision,
    reason,
    reviewedBy: principalOf(caller),
    reviewedAt: now.toISOString(),
    agrees,
    followUp: led.followUp,
  };
  const reviewed = { ...sample, review };
  return {
    writes: [
      changeSample(caller, sample, { review }),
      ...moveToReviewed(caller, sample),
      ...addFigure(caller, sample, {
        month: monthOf(sample.first.decidedAt),
        counter: pairOf(sample.first.decision, decision),
      }),
      ...reopening(context, sample),
      ...led.writes,
    ],
    events: [sampleReviewed(sample, review), ...led.events],
    result: await detailOf(context, reviewed),
  };
}

interface FollowUp {
  writes: readonly Write[];
  events: readonly NewEvent[];
  followUp: NonNullable<StoredSample['review']>['followUp'];
}

const NOTHING: FollowUp = { writes: [], events: [], followUp: { kind: 'none', requestId: null } };

async function followUp(context: Context, { first, stream }: StoredSample, decision: string): Promise<FollowUp> {
  const { about, subjectId } = first;
  if ('matchId' in about) {
    const requested = await requestNewDecision(context, {
      matchId: about.matchId,
      decision: first.decision === 'confirmed' ? 'confirmed' : 'false_positive',
    });
    return requested ? { ...requested, followUp: { kind: 'new_decision', requestId: null } } : NOTHING;
  }
  if (subjectId === null) return NOTHING;
  const text = `Quality review (${stream}): decided \`${first.decision}\`, the second decision is \`${decision}\`.`;
  const of = 'actionId' in about ? { actionIds: [about.actionId] } : { overrideId: about.overrideId };
  const asked = await escalateWork(context, { subjectId, about: of, text });
  return asked
    ? { writes: asked.writes, events: asked.events, followUp: { kind: 'request', requestId: asked.request.id } }
    : NOTHING;
}
