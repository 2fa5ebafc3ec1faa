import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { recordEvent } from '#shared/risk/event.ts';
import type { PolicyProposal } from '#shared/risk/proposal.ts';
import { readPolicy } from '#shared/risk/repository/policies.ts';
import { readPolicyProposals } from '#shared/risk/repository/proposals.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { assertMaySupersede } from '#shared/risk/use-cases/publishable.ts';
import { assertRetirable } from '#shared/risk/use-cases/retired-policies.ts';
import { passedScenarios } from '#shared/risk/use-cases/run-scenarios.ts';

/** Proposes to publish a draft or to retire a published version, for another person to do it. */
export const handler = endpoint(policyRoutes.proposePolicy, async (context, { params, body: { reason, change } }) => {
  const policy = await readPolicy(context, params.id);
  if (change === 'retire') assertRetirable(policy);
  else if (policy.data.status === 'published')
    throw conflict('already_published', `It was published at ${policy.data.publishedAt}.`);

  const tested = change === 'retire' ? undefined : await passedScenarios(context, policy);
  const stored = await readPolicyProposals(context, policy.id);
  assertMaySupersede(context.caller, stored.proposals);
  const proposal: PolicyProposal = {
    ...newProposal(context, reason),
    policyVersionId: policy.id,
    policyKey: policy.data.key,
    version: policy.data.version,
    ...(change === 'retire' && { change }),
    ...(tested?.counts && { scenarios: tested.counts }),
  };
  const proposals = addStoredProposal(stored.proposals, proposal);
  return {
    writes: [...replaceStoredProposals(stored, proposals), ...(tested ? [tested.check] : [])],
    events: [
      recordEvent('risk.policy.proposed', policy, {
        reason,
        details: { proposalId: proposal.id, ...(change && { change }) },
      }),
    ],
    result: proposal,
  };
});
