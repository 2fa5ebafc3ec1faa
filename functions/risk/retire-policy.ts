import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { isRetirement } from '#shared/risk/proposal.ts';
import { markHeadRetired, readCurrentPolicy, retirementWrites } from '#shared/risk/repository/policies.ts';
import { readPolicyProposals } from '#shared/risk/repository/proposals.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { acceptProposal } from '#shared/risk/use-cases/accept-proposal.ts';
import { shadowAfterRetirement } from '#shared/risk/use-cases/change-shadow.ts';
import { assertRetirable } from '#shared/risk/use-cases/retired-policies.ts';

/** Retires a published version. Assessments made with it stay as they are. */
export const handler = endpoint(policyRoutes.retirePolicy, async (context, { params, body }) => {
  const { caller, now } = context;
  const policy = await readCurrentPolicy(context, params.id);
  assertRetirable(policy);
  const stored = await readPolicyProposals(context, policy.id);
  const { writes, details } = await acceptProposal(context, stored, {
    proposalId: body.proposalId,
    setting: 'policies',
    isAbout: isRetirement,
  });

  const retired = {
    ...policy,
    data: {
      ...policy.data,
      retiredAt: now.toISOString(),
      retiredBy: principalOf(caller),
      retirementReason: body.reason,
    },
  };
  const shadow = await shadowAfterRetirement(context, retired);
  return {
    writes: [
      ...retirementWrites(caller, retired),
      ...(await markHeadRetired(context, retired)),
      ...writes,
      ...shadow.writes,
    ],
    events: [
      riskEvent('risk.policy.retired', retired, {
        subjectId: null,
        reason: body.reason,
        ...(details && { details }),
      }),
      ...shadow.events,
    ],
    result: retired,
  };
});
