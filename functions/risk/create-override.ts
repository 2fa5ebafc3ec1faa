import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { OverrideRecord } from '#shared/risk/override.ts';
import type { OverrideProposal } from '#shared/risk/proposal.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { createOverride } from '#shared/risk/repository/overrides.ts';
import { readOverrideProposals } from '#shared/risk/repository/proposals.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';
import { acceptProposal } from '#shared/risk/use-cases/accept-proposal.ts';
import { assertOverridable } from '#shared/risk/use-cases/assert-overridable.ts';
import { overriddenWork } from '#shared/risk/use-cases/change-overrides.ts';

/** Overrides the decision of an assessment. Score and band are unchanged. */
export const handler = endpoint(overrideRoutes.createOverride, async (context, { params, body }) => {
  const { caller, now } = context;
  const assessment = await readAssessment(context, params.id);
  const { subjectId, policyKey } = assessment.data;
  const { decision, reason, proposalId } = body;
  const expiresAt = new Date(body.expiresAt);
  await assertOverridable(context, assessment, { decision, expiresAt });
  const stored = await readOverrideProposals(context, assessment.id);
  const { accepted, writes, details } = await acceptProposal(context, stored, {
    proposalId,
    setting: 'overrides',
  });
  if (accepted) assertSame(accepted, { decision, expiresAt });

  const override = OverrideRecord.parse({
    id: context.newId(),
    resource: 'overrides',
    data: {
      assessmentId: assessment.id,
      subjectId,
      policyKey,
      decision,
      reason,
      expiresAt: expiresAt.toISOString(),
      createdBy: principalOf(caller),
      createdAt: now.toISOString(),
      proposalId: accepted?.id ?? null,
      proposedBy: accepted?.proposedBy ?? null,
      revokedAt: null,
      revokedBy: null,
      revocationReason: null,
    },
  });
  return {
    writes: [...createOverride(caller, override), ...(await overriddenWork(context, assessment, override)), ...writes],
    events: [riskEvent('risk.override.created', override, { subjectId, reason, ...(details && { details }) })],
    result: override,
  };
});

function assertSame(proposed: OverrideProposal, { decision, expiresAt }: { decision: string; expiresAt: Date }): void {
  if (proposed.decision === decision && Date.parse(proposed.expiresAt) === expiresAt.getTime()) return;
  throw conflict(
    'proposal_differs',
    `The proposal is \`${proposed.decision}\` until ${proposed.expiresAt}. Send the same \`decision\` and \`expiresAt\`, or create a proposal of your own.`,
  );
}
