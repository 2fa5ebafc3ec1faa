import { conflict } from '@assay/foundation';
import { acceptProposal } from '#shared/identity/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { putLimit, readLimitProposals } from '../repository/assurance-limits.ts';
import { readAssurance } from '../repository/assurances.ts';
import type { StoredAssurance } from './assurance.ts';
import { isOfClass } from './carry-limits.ts';
import type { AssuranceLimit, LimitProposal, NewLimit, NewLimitProposal } from './limit.ts';
import { latestLike } from './start-assurance.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Proposes that a class may find less than expected, for another person to accept it. */
export async function proposeLimit(
  context: Context,
  testId: string,
  { reason, ...asked }: NewLimitProposal,
): Promise<Change<LimitProposal>> {
  const { store, caller } = context;
  const recall = await acceptableRecall(context, testId, asked);
  const stored = await readLimitProposals(store, caller, testId, asked);
  const proposal: LimitProposal = { ...newProposal(context, reason), ...asked, recall };
  return {
    writes: replaceStoredProposals(stored, addStoredProposal(stored.proposals, proposal)),
    events: [limitEvent('proposed', testId, { reason, details: { ...asked, proposalId: proposal.id } })],
    result: proposal,
  };
}

/** Accepts the proposal of another person. It always takes two. */
export async function acceptLimit(
  context: Context,
  testId: string,
  { proposalId, reason, ...asked }: NewLimit,
): Promise<Change<AssuranceLimit>> {
  const { store, caller, now } = context;
  const recall = await acceptableRecall(context, testId, asked);
  const stored = await readLimitProposals(store, caller, testId, asked);
  const { accepted, writes, details } = await acceptProposal(context, stored, { proposalId, isRequired: true });
  if (!accepted) throw conflict('proposal_not_open', 'There is no open proposal with this `proposalId`.');
  if (accepted.expiresInDays !== asked.expiresInDays)
    throw conflict('proposal_differs', 'The proposal has another `expiresInDays`. Accept exactly what was proposed.');
  const limit: AssuranceLimit = {
    class: asked.class,
    known: asked.known,
    recall,
    reason: accepted.reason,
    proposedBy: accepted.proposedBy,
    acceptedBy: principalOf(caller),
    acceptedAt: now.toISOString(),
    acceptanceReason: reason,
    acceptedIn: testId,
    expiresAt: addSeconds(now, asked.expiresInDays * DAY_SECONDS).toISOString(),
  };
  return {
    writes: [...writes, putLimit(caller, testId, limit)],
    events: [limitEvent('accepted', testId, { reason, details: { ...asked, ...details } })],
    result: limit,
  };
}

/** The recall of a class that may be accepted: it is short in the newest test, and no defect is behind it. */
async function acceptableRecall(
  context: Context,
  testId: string,
  of: Pick<NewLimit, 'class' | 'known'>,
): Promise<number> {
  const test = await readAssurance(context.store, context.caller, testId);
  const ended = test.ended;
  if (!ended?.result) throw conflict('assurance_not_completed', 'The test has no result: it has not completed.');
  const found = ended.result.classes.find(isOfClass(of));
  if (found?.status !== 'short' || found.recall === null)
    throw conflict('class_not_short', 'The class finds what is expected of it, or was not tested.');
  if (ended.misses.some((miss) => isOfClass(of)(miss) && miss.reason === 'not_searched'))
    throw conflict(
      'class_has_defect',
      'The search left out entries of this class that would have reached the score. That is a defect, not a limit.',
    );
  await assertNewest(context, test);
  return found.recall;
}

/** A limit that is accepted in an older test would never be carried. */
async function assertNewest(context: Context, test: StoredAssurance): Promise<void> {
  if ((await latestLike(context, test)) !== test.id)
    throw conflict(
      'newer_test',
      'There is a newer test of the same profile, or of the same lists and score. Use that.',
    );
}

const limitEvent = (
  what: 'proposed' | 'accepted',
  testId: string,
  about: Required<Pick<NewEvent, 'details' | 'reason'>>,
): NewEvent => ({
  type: `screening.assurance.limit_${what}`,
  resource: 'screening-assurance',
  resourceId: testId,
  subjectId: null,
  announced: false,
  ...about,
});
