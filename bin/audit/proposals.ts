import { rowIdOf } from '#shared/platform/ids.ts';
import { STORED_PROPOSALS } from '#shared/platform/proposals.ts';
import { resolveIfThere } from './answers.ts';
import type { Rule } from './facts.ts';
import { ASKED, KNOWN, THERE } from './kinds.ts';
import type { StoredRow } from './stored-state.ts';

/**
 * Proposals are stored in one row with what they are about. If that row is full, the oldest are in the history
 * only.
 */
export const proposals: Rule = {
  read: ({ row, events }, state) => {
    if (hasProposals(row)) {
      const stored = row.item.proposals as { id: string }[];
      for (const { id } of stored) state('records', rowIdOf(id), KNOWN, id, 'answer');
      if (stored.length >= STORED_PROPOSALS) state('fullProposals', row.rest || row.organizationId, THERE);
    }
    for (const { resourceId, details } of events)
      if (typeof details?.proposalId === 'string') state('fullProposals', resourceId, ASKED, details.proposalId);
  },
  judges: { fullProposals: (_key, facts, state) => resolveIfThere(facts, state) },
};

const hasProposals = ({ kind, item }: StoredRow) =>
  kind === 'proposals' ||
  kind === 'profile-proposals' ||
  (kind === 'assurance-limits' && item.proposals !== undefined) ||
  (kind === 'settings' && item.sk.startsWith('proposals')) ||
  (item.pk === 'lists' && item.sk.endsWith('#proposals'));
