import { conflict } from '@assay/foundation';
import type * as z from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { AssessmentRecord } from '#shared/risk/assessment.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { type CreatedOverride, OverrideRecord } from '#shared/risk/override.ts';
import type { OverrideProposal } from '#shared/risk/proposal.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { findMonitored } from '#shared/risk/repository/monitoring.ts';
import { createOverride } from '#shared/risk/repository/overrides.ts';
import { readOverrideProposals } from '#shared/risk/repository/proposals.ts';
import { replaceLatestOverride } from '#shared/risk/repository/subject-state.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';
import { acceptProposal } from '#shared/risk/use-cases/accept-proposal.ts';
import { assertOverridable } from '#shared/risk/use-cases/assert-overridable.ts';
import { overriddenWork } from '#shared/risk/use-cases/change-overrides.ts';
import { ended, findRunning } from '#shared/risk/use-cases/override-after.ts';

/** Overrides the decision of an assessment. Score and band are unchanged. */
export const handler = endpoint(overrideRoutes.createOverride, async (context, { params, body }) => {
  const { caller, now } = context;
  const assessment = await readAssessment(context, params.id);
  const { subjectId, policyKey } = assessment.data;
  const { decision, reason, proposalId } = body;
  const expiresAt = new Date(body.expiresAt);
  const latest = await assertOverridable(context, assessment, { decision, expiresAt });
  const [running, notices] = await Promise.all([findRunning(context, latest), noticesOf(context, assessment)]);
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
  const replaced = running ? ended(context, running, 'newer_override', override) : { writes: [], events: [] };
  return {
    writes: [
      ...createOverride(caller, override),
      replaceLatestOverride(caller, { subjectId, policyKey }, latest, override.id),
      ...(await overriddenWork(context, assessment, override)),
      ...replaced.writes,
      ...writes,
    ],
    events: [
      riskEvent('risk.override.created', override, { subjectId, reason, ...(details && { details }) }),
      ...replaced.events,
    ],
    result: { ...override, ...(notices.length > 0 && { notices }) },
  };
});

/** What a person may not expect of the end of the override. */
async function noticesOf({ store, caller }: Context, { data }: AssessmentRecord): Promise<OverrideNotices> {
  const monitored = await findMonitored(store, caller, data);
  if (!monitored?.enabled) return [];
  const isCarried =
    data.policy.definition.overrides === 'carry_unchanged' && monitored.policyVersionId === data.policyVersionId;
  return isCarried ? [] : ['ends_with_next_assessment'];
}

type OverrideNotices = NonNullable<z.infer<typeof CreatedOverride>['notices']>;

function assertSame(proposed: OverrideProposal, { decision, expiresAt }: { decision: string; expiresAt: Date }): void {
  if (proposed.decision === decision && Date.parse(proposed.expiresAt) === expiresAt.getTime()) return;
  throw conflict(
    'proposal_differs',
    `The proposal is \`${proposed.decision}\` until ${proposed.expiresAt}. Send the same \`decision\` and \`expiresAt\`, or create a proposal of your own.`,
  );
}
