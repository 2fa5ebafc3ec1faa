import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { addStoredProposal, newProposal } from '#shared/platform/proposals.ts';
import { replaceStoredProposals } from '#shared/platform/stored-proposals.ts';
import { ListProposal, type StoredListProposal } from '#shared/screening/list-proposal.ts';
import { isOwn } from '#shared/screening/lists/list-id.ts';
import { readListProposals } from '#shared/screening/repository/list-proposals.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { requireHeldVersion } from '#shared/screening/use-cases/held-version.ts';
import { operatorMark, requireOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';

/** Proposes to approve a held version or to roll back, for another operator to do it. */
export const handler = endpoint(
  screeningRoutes.proposeListChange,
  async (context, { params, body: { change, versionId, reason } }) => {
    const { store, caller } = context;
    requireOperatorOf(caller, params.key);
    const { id, state } = await requireList(context, params.key);
    if (change === 'approve') requireHeldVersion(state, versionId);
    else if (!state.previous.some((one) => one.versionId === versionId))
      throw conflict('version_not_kept', '`versionId` is not one of the earlier versions that are still stored.');

    const stored = await readListProposals(store, id);
    const proposal: StoredListProposal = {
      ...newProposal(context, reason),
      change,
      versionId,
      proposedIn: operatorMark(caller.organizationId),
    };
    const isAboutSame = (one: StoredListProposal) => one.change === change && one.versionId === versionId;
    const proposals = addStoredProposal(stored.proposals, proposal, isAboutSame);
    return {
      writes: replaceStoredProposals(stored, proposals),
      events: [
        {
          type: 'screening.list.proposed',
          resource: 'screening-lists',
          resourceId: versionId,
          subjectId: null,
          reason,
          details: { proposalId: proposal.id, list: params.key, change },
          announced: false,
        },
      ],
      historyMode: isOwn(id) ? caller.mode : ('live' as const),
      result: ListProposal.parse(proposal),
    };
  },
);
