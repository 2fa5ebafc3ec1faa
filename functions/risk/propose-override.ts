import { endpoint } from '#shared/endpoint.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { recordEvent } from '#shared/risk/event.ts';
import type { OverrideProposal } from '#shared/risk/proposal.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { readOverrideProposals } from '#shared/risk/repository/proposals.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';
import { assertOverridable } from '#shared/risk/use-cases/assert-overridable.ts';

/** Proposes an override for another person to create. */
export const handler = endpoint(overrideRoutes.proposeOverride, async (context, { params, body }) => {
  const assessment = await readAssessment(context, params.id);
  const { decision, reason } = body;
  const expiresAt = new Date(body.expiresAt);
  await assertOverridable(context, assessment, { decision, expiresAt });

  const stored = await readOverrideProposals(context, assessment.id);
  const { subjectId, policyKey, decision: from } = assessment.data;
  const { externalId } = (await readSubject(context, subjectId)).data;
  const proposal: OverrideProposal = {
    ...newProposal(context, reason),
    assessmentId: assessment.id,
    subjectId,
    externalId,
    policyKey,
    from,
    decision,
    expiresAt: expiresAt.toISOString(),
  };
  const proposals = addStoredProposal(stored.proposals, proposal);
  return {
    writes: replaceStoredProposals(stored, proposals),
    events: [
      recordEvent('risk.override.proposed', assessment, {
        subjectId,
        reason,
        details: { proposalId: proposal.id, decision, expiresAt: proposal.expiresAt },
      }),
    ],
    result: proposal,
  };
});
