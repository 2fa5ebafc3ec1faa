import { conflict } from '@assay/foundation';
import { DECISIONS } from '@assay/policy-engine';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { firstIdOf, type OverrideRecord } from '#shared/risk/override.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { markRevoked } from '#shared/risk/repository/overrides.ts';
import { readRevocationProposals } from '#shared/risk/repository/proposals.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';
import { acceptProposal } from '#shared/risk/use-cases/accept-proposal.ts';
import { workWithoutOverride } from '#shared/risk/use-cases/change-overrides.ts';
import { readContinued } from '#shared/risk/use-cases/override-after.ts';

/** Revokes an override, or the one that continues it. Earlier overrides do not become active again. */
export const handler = endpoint(overrideRoutes.revokeOverride, async (context, { params, body }) => {
  const override = await readContinued(context, params.id);

  if (override.data.revokedAt)
    throw conflict('already_revoked', `The override was revoked at ${override.data.revokedAt}.`);

  const stored = await readRevocationProposals(context, firstIdOf(override));
  const { writes, details } = await acceptProposal(context, stored, {
    proposalId: body.proposalId,
    setting: (await isStricter(context, override)) ? 'overrides' : undefined,
  });
  const revoked = {
    ...override,
    data: {
      ...override.data,
      revokedAt: context.now.toISOString(),
      revokedBy: principalOf(context.caller),
      revocationReason: body.reason,
    },
  };
  const { subjectId } = override.data;
  return {
    writes: [markRevoked(context.caller, revoked), ...(await workWithoutOverride(context, revoked)), ...writes],
    events: [
      riskEvent('risk.override.revoked', revoked, { subjectId, reason: body.reason, ...(details && { details }) }),
    ],
    result: revoked,
  };
});

/** Whether the override applies and the decision of the assessment, which its revocation restores, is milder. */
async function isStricter(context: Context, { data }: OverrideRecord): Promise<boolean> {
  if (Date.parse(data.expiresAt) <= context.now.getTime()) return false;
  const { decision } = (await readAssessment(context, data.assessmentId)).data;
  // An assessment that awaits evidence has decided nothing, so every decision is stricter.
  return DECISIONS.indexOf(data.decision) > DECISIONS.findIndex((one) => one === decision);
}
