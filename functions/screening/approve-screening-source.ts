import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { hasAddress } from '#shared/screening/lists/list-files.ts';
import { approve } from '#shared/screening/lists/list-state.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentSource } from '#shared/screening/source.ts';
import { requireHeldVersion } from '#shared/screening/use-cases/held-version.ts';
import { activationHints, listStateChange, withAcceptance } from '#shared/screening/use-cases/list-change.ts';
import { requireOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';
import { requireSecondOperator } from '#shared/screening/use-cases/second-operator.ts';

/** Approves a held version, which becomes the active one. */
export const handler = endpoint(
  listRoutes.approveScreeningSource,
  async (context, { params, body: { versionId, reason, proposalId } }) => {
    const { now, caller } = context;
    requireOperatorOf(caller, params.key);
    const { id: key, state: before } = await requireList(context, params.key);
    const version = requireHeldVersion(before, versionId ?? undefined);
    const approvedBy = principalOf(caller);
    const second = await requireSecondOperator(context, { key, change: 'approve', version, proposalId });

    const approvedAt = now.toISOString();
    const approved = approve(before, version, { approvedBy, approvedAt });
    // An upload does not show what the publisher has, if there is one to ask.
    const isLatest = version.origin === 'publisher' || !hasAddress(key);
    const after = { ...approved, ...(isLatest && { confirmedAt: approvedAt }) };
    const change = {
      type: 'screening.list.approved',
      list: key,
      version,
      ...(reason && { reason }),
    } as const;
    return {
      ...withAcceptance(listStateChange(context, change, { before, after }), second),
      result: presentSource(key, after, { now, isOperator: true }),
      hints: activationHints(key, version),
    };
  },
);
