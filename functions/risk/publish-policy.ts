import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { withCanonicalSources } from '#shared/risk/listed-sources.ts';
import { isRetirement } from '#shared/risk/proposal.ts';
import { latestPublished, markPublished, readPolicy } from '#shared/risk/repository/policies.ts';
import { readPolicyProposals } from '#shared/risk/repository/proposals.ts';
import { readerWrites } from '#shared/risk/repository/screening-readers.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { acceptProposal } from '#shared/risk/use-cases/accept-proposal.ts';
import { shadowAfterPublication } from '#shared/risk/use-cases/change-shadow.ts';
import { assertPublishable, invalidPolicy } from '#shared/risk/use-cases/checked-definition.ts';
import { assertNewest } from '#shared/risk/use-cases/publishable.ts';
import { passedScenarios } from '#shared/risk/use-cases/run-scenarios.ts';
import { sourceIssues } from '#shared/risk/use-cases/source-issues.ts';
import { bindingIssues } from '#shared/verification/index.ts';

/** Publishes a draft. Users of other versions of the key are unaffected. */
export const handler = endpoint(policyRoutes.publishPolicy, async (context, { params, body }) => {
  const policy = await readPolicy(context, params.id);

  if (policy.data.status === 'published')
    throw conflict('already_published', `It was published at ${policy.data.publishedAt}.`);
  const latest = await latestPublished(context, policy);
  assertNewest(policy, latest.later);
  assertPublishable(policy.data.definition);
  const { definition } = policy.data;
  const unknown = [...(await bindingIssues(context, definition)), ...(await sourceIssues(context, definition))];
  if (unknown.length > 0) throw invalidPolicy(unknown);
  const tested = await passedScenarios(context, policy);

  const stored = await readPolicyProposals(context, policy.id);
  const { writes, details } = await acceptProposal(context, stored, {
    proposalId: body.proposalId,
    setting: 'policies',
    author: policy.data.createdBy,
    isAbout: (proposal) => !isRetirement(proposal),
  });

  const publishedAt = context.now.toISOString();
  const published = {
    ...policy,
    data: {
      ...policy.data,
      // Drafts can be older than canonical sources.
      definition: withCanonicalSources(definition),
      status: 'published' as const,
      publishedAt,
      publishedBy: principalOf(context.caller),
    },
  };
  const shadow = await shadowAfterPublication(context, published);
  return {
    writes: [
      markPublished(context.caller, published),
      latest.write,
      ...(await readerWrites(context.store, context.caller, published)),
      tested.check,
      ...writes,
      ...shadow.writes,
    ],
    events: [
      riskEvent('risk.policy.published', published, {
        subjectId: null,
        ...(body.reason && { reason: body.reason }),
        ...(details && { details }),
      }),
      ...shadow.events,
    ],
    result: { ...published, data: { ...published.data, inForce: true as const } },
  };
});
