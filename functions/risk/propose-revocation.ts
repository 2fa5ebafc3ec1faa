import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { firstIdOf } from '#shared/risk/override.ts';
import type { RevocationProposal } from '#shared/risk/proposal.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { readRevocationProposals } from '#shared/risk/repository/proposals.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';
import { readContinued } from '#shared/risk/use-cases/override-after.ts';

/** Proposes to revoke an override, for another person to do it. */
export const handler = endpoint(overrideRoutes.proposeRevocation, async (context, { params, body: { reason } }) => {
  const override = await readContinued(context, params.id);
  const { subjectId, revokedAt, assessmentId, policyKey, decision: from } = override.data;
  if (revokedAt) throw conflict('already_revoked', `The override was revoked at ${revokedAt}.`);

  const stored = await readRevocationProposals(context, firstIdOf(override));
  const [subject, assessment] = await Promise.all([
    readSubject(context, subjectId),
    readAssessment(context, assessmentId),
  ]);
  const proposal: RevocationProposal = {
    ...newProposal(context, reason),
    overrideId: firstIdOf(override),
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
