import { conflict } from '@assay/foundation';
import type * as z from 'zod';
import { acceptProposal } from '#shared/identity/index.ts';
import { isAnyRuleOn } from '#shared/organization/settings/contract.ts';
import { readCurrentSettings } from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { listRoots } from '#shared/risk/index.ts';
import { planChanged, planProposed } from '../events.ts';
import {
  contentOf,
  isSamePlan,
  isWeaker,
  type NewPlan,
  type NewPlanProposal,
  type Plan,
  type PlanProposal,
} from '../plan.ts';
import { createDraws, findDraws, readPlan, readPlanProposals, savePlan } from '../repository/plans.ts';

/**
 * Changes the plan from now on. While a two-person rule is on, to review less takes two people: a person whose decisions are drawn
 * could switch it off otherwise.
 */
export async function changePlan(
  context: Context,
  { expectedVersion, reason, proposalId, ...asked }: NewPlan,
): Promise<Change<Plan>> {
  const { store, caller, now } = context;
  const before = await readPlan(store, caller);
  if (expectedVersion !== before.version)
    throw conflict('stale_version', `The plan is at version ${before.version}. Read it, merge your change, and retry.`);
  const content = contentOf(asked);
  if (isSamePlan(before, content) && !proposalId) return { writes: [], events: [], result: before };
  const [stored, { fourEyes }, draws] = await Promise.all([
    readPlanProposals(store, caller),
    readCurrentSettings(store, caller.organizationId),
    findDraws(store, caller),
  ]);
  const isRequired = Boolean(proposalId) || (isAnyRuleOn(fourEyes) && isWeaker(before, content));
  const { accepted, writes, details } = await acceptProposal(context, stored, { proposalId, isRequired });
  if (accepted && (accepted.version !== before.version + 1 || !isSamePlan(accepted.plan, content)))
    throw conflict(
      'proposal_differs',
      'The request differs from the proposal, or the plan has changed since it was made.',
    );
  const eventsRowId = context.newId();
  const plan: Plan = {
    ...content,
    version: before.version + 1,
    changedAt: now.toISOString(),
    changedBy: principalOf(caller),
    proposedBy: accepted?.proposedBy ?? null,
  };
  const first = draws ? [] : [createDraws(caller, context.newId(), { drawnSize: await sealedSize(context), at: now })];
  return {
    writes: [...savePlan(caller, plan, eventsRowId), ...first, ...writes],
    events: [planChanged(eventsRowId, plan, { reason, ...details })],
    eventsRowId,
    result: plan,
  };
}

/** Nothing of an earlier root was decided under a plan. */
async function sealedSize({ store, caller }: Context): Promise<number> {
  const { items } = await listRoots(store, caller, { offset: 0, order: 'newest' });
  return items[0]?.treeSize ?? 0;
}

export async function proposePlan(
  context: Context,
  { reason, ...asked }: z.infer<typeof NewPlanProposal>,
): Promise<Change<PlanProposal>> {
  const { store, caller } = context;
  const [before, stored] = await Promise.all([readPlan(store, caller), readPlanProposals(store, caller)]);
  const plan = contentOf(asked);
  if (isSamePlan(before, plan))
    throw conflict('plan_unchanged', 'The plan already has these streams, amounts and rules.');
  const proposal: PlanProposal = { ...newProposal(context, reason), plan, version: before.version + 1 };
  return {
    writes: replaceStoredProposals(stored, addStoredProposal(stored.proposals, proposal)),
    events: [planProposed(proposal.id, plan, reason)],
    result: proposal,
  };
}
