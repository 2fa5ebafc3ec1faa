import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { recordEvent } from '#shared/risk/event.ts';
import type { RevocationProposal } from '#shared/risk/proposal.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { readOverride } from '#shared/risk/repository/overrides.ts';
import { readRevocationProposals } from '#shared/risk/repository/proposals.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';

/** Proposes to revoke an override, for another person to do it. */
export const handler = endpoint(overrideRoutes.proposeRevocation, async (context, { params, body: { reason } }) => {
  const override = await readOverride(context, params.id);
  const { subjectId, revokedAt, assessmentId, policyKey, decision: from } = override.data;
  if (revokedAt) throw conflict('already_revoked', `The override was revoked at ${revokedAt}.`);

  const stored = await readRevocationProposals(context, override.id);
  const [subject, assessment] = await Promise.all([
    readSubject(context, subjectId),
    readAssessment(context, assessmentId),
  ]);
  const proposal: RevocationProposal = {
    ...newProposal(context, reason),
    overrideId: override.id,
    subjectId,
    externalId: subject.data.externalId,
    policyKey,
    from,
    to: assessment.data.decision,
  };
  return {
    writes: replaceStoredProposals(stored, addStoredProposal(stored.proposals, proposal)),
    events: [
      recordEvent('risk.override.revocation_proposed', override, {
        subjectId,
        reason,
        details: { proposalId: proposal.id },
      }),
    ],
    result: proposal,
  };
});
