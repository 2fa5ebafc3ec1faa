import { invalid } from '@assay/foundation';
import * as z from 'zod';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { type Closing, closeProposal, endOf, type Proposal, proposalToClose } from '#shared/platform/proposals.ts';
import { replaceStoredProposals, type StoredProposals } from '#shared/platform/stored-proposals.ts';
import { closeRiskProposal } from '#shared/risk/index.ts';
import { closeScreeningProposal } from '#shared/screening/index.ts';
import { proposalDetails } from '../events.ts';
import { readOrganizationProposals } from '../organization-proposals.ts';
import { readSettingsProposals } from '../settings-proposals.ts';
import { ClosedProposal, type ProposalClosing } from '../waiting-proposal.ts';

/** Declines or withdraws a proposal of any kind. Nothing else changes. */
export async function closeAnyProposal(
  context: Context,
  id: string,
  asked: ProposalClosing & { status: Closing },
): Promise<Change<z.infer<typeof ClosedProposal>>> {
  const { kind, about = null } = asked;
  const { result, ...change } = await closing(context, id, asked);
  return { ...change, result: ClosedProposal.parse({ ...result, kind, about }) };
}

async function closing(
  context: Context,
  id: string,
  { kind, about, status, reason }: ProposalClosing & { status: Closing },
): Promise<Change<Proposal>> {
  const { store, caller } = context;
  const asked = { id, status, reason };
  switch (kind) {
    case 'settings':
      return closeOwn(context, await readSettingsProposals(store, caller.organizationId), asked, {
        type: `organization.settings.proposal_${status}`,
        resource: 'organization-settings',
      });
    case 'organization':
      return closeOwn(context, await readOrganizationProposals(store, caller.organizationId), asked, {
        type: `organization.change.proposal_${status}`,
        resource: 'organizations',
      });
    case 'profile':
    case 'list':
      return closeScreeningProposal[kind](context, { ...asked, about: required(about) });
    case 'match':
      return closeScreeningProposal.match(context, { ...asked, about: recordId(about) });
    default:
      return closeRiskProposal(context, { ...asked, kind, about: recordId(about) });
  }
}

/** Stored in the history of both modes, without name and email address. */
function closeOwn<P extends Parameters<typeof proposalDetails>[0]>(
  context: Context,
  stored: StoredProposals<P>,
  { id, status, reason }: { id: string; status: Closing; reason: string },
  event: Pick<NewEvent, 'type' | 'resource'>,
): Change<Proposal> {
  const open = proposalToClose(stored.proposals, id, { status, caller: principalOf(context.caller) });
  const end = endOf(context, status, reason);
  return {
    writes: replaceStoredProposals(stored, closeProposal(stored.proposals, open, end)),
    events: [
      {
        ...event,
        resourceId: context.caller.organizationId,
        subjectId: null,
        announced: false,
        reason,
        details: { ...proposalDetails(open), proposedBy: open.proposedBy },
      },
    ],
    historyMode: 'both',
    result: { ...open, ...end },
  };
}

function required(about: string | null | undefined): string {
  if (about) return about;
  throw invalid('invalid_body', 'The request body is invalid. See `errors`.', [
    { path: 'about', message: 'Required for this `kind`.' },
  ]);
}

function recordId(about: string | null | undefined): string {
  const id = z.uuid().safeParse(required(about));
  if (id.success) return id.data;
  throw invalid('invalid_body', 'The request body is invalid. See `errors`.', [
    { path: 'about', message: 'Must be an id.' },
  ]);
}
