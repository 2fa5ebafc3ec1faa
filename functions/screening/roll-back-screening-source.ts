import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { rollBack } from '#shared/screening/lists/list-state.ts';
import { listRoutes } from '#shared/screening/routes/lists.ts';
import { presentSource } from '#shared/screening/source.ts';
import { activationHints, listStateChange, withAcceptance } from '#shared/screening/use-cases/list-change.ts';
import { requireOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';
import { requireSecondOperator } from '#shared/screening/use-cases/second-operator.ts';

/** Activates an earlier version again; the current one becomes held. */
export const handler = endpoint(
  listRoutes.rollBackScreeningSource,
  async (context, { params, body: { versionId, reason, proposalId } }) => {
    const { now, caller } = context;
    requireOperatorOf(caller, params.key);
    const { id: key, state: before } = await requireList(context, params.key);
    const version = before.previous.find((one) => one.versionId === versionId);
    if (!version)
      throw conflict(
        'version_not_kept',
        '`versionId` is not one of the earlier versions that are still stored. ' +
          'See `previousVersions` of the list.',
      );

    const second = await requireSecondOperator(context, { key, change: 'roll_back', version, proposalId });
    const approval = { approvedBy: principalOf(caller), approvedAt: now.toISOString() };
    const after = rollBack(before, version, approval);
    const change = { type: 'screening.list.rolled_back', list: key, version, reason } as const;
    return {
      ...withAcceptance(listStateChange(context, change, { before, after }), second),
      result: presentSource(key, after, { now, isOperator: true }),
      hints: activationHints(key, version),
    };
  },
);
