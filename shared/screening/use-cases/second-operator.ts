import { conflict } from '@assay/foundation';
import { type Acceptance, acceptProposal, assertIndependent } from '#shared/identity/index.ts';
import { settingsFrom, settingsRead } from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { StoredListProposal } from '../list-proposal.ts';
import { isOwn, type ListId } from '../lists/list-id.ts';
import type { ListVersion } from '../lists/list-version.ts';
import { readListProposals } from '../repository/list-proposals.ts';
import { isSingleApproval, namedOperators, operatorMark } from './list-operators.ts';

/**
 * Lists are shared, so the rule of any operator organization applies to the changes of all: otherwise one without the
 * rule would change lists for the others. An own list is under the rule of its organization alone.
 */
async function isRuleOn({ store, caller }: Context, id: ListId): Promise<boolean> {
  const organizations = [...new Set([caller.organizationId, ...(isOwn(id) ? [] : namedOperators())])];
  const rows = await store.getMany(organizations.map(settingsRead));
  return rows.some((row) => settingsFrom(row).fourEyes.lists);
}

interface Changed {
  key: ListId;
  change: StoredListProposal['change'];
  version: ListVersion;
  proposalId: string | null | undefined;
}

const NOBODY: Acceptance<StoredListProposal> = { accepted: undefined, writes: [], details: undefined };

/**
 * Who uploaded a version or requested its refresh is the first person of its approval. For a version of the schedule,
 * and for a roll-back, a proposal is.
 */
export async function requireSecondOperator(
  context: Context,
  { key, change, version, proposalId }: Changed,
): Promise<Acceptance<StoredListProposal>> {
  const isByRule = await isRuleOn(context, key);
  const isUploadToApprove = change === 'approve' && version.origin === 'upload' && !isOwn(key) && !isSingleApproval();
  const firsts = change === 'approve' ? firstPeople(version) : [];
  if (isByRule || isUploadToApprove) for (const { by, mark } of firsts) await assertOther(context, by, mark);
  const stored = await readListProposals(context.store, key);
  if (stored.writes === 0 && !proposalId && (!isByRule || firsts.length > 0)) return NOBODY;
  const acceptance = await acceptProposal(context, stored, {
    proposalId,
    isRequired: isByRule && firsts.length === 0,
    isAbout: (one) => one.change === change && one.versionId === version.versionId,
  });
  if (isByRule && acceptance.accepted) assertSameOrganization(context, acceptance.accepted.proposedIn);
  return acceptance;
}

const firstPeople = ({ uploadedBy, uploadedIn, requestedBy, requestedIn }: ListVersion) =>
  [
    { by: uploadedBy, mark: uploadedIn },
    { by: requestedBy, mark: requestedIn },
  ].flatMap(({ by, mark }) => (by === undefined ? [] : [{ by, mark }]));

async function assertOther(context: Context, first: string, mark: string | undefined): Promise<void> {
  if (first === principalOf(context.caller))
    throw conflict(
      'second_person_required',
      'You uploaded this version or requested its refresh. Another owner or admin of your organization has to approve it.',
    );
  assertSameOrganization(context, mark);
  await assertIndependent(context, first);
}

/** Somebody can have an account in each of two organizations, and only within one is known who invited whom. */
function assertSameOrganization({ caller }: Context, mark: string | undefined): void {
  // Versions that older releases built do not say it.
  if (mark === undefined || mark === operatorMark(caller.organizationId)) return;
  throw conflict(
    'second_person_required',
    'The first person belongs to another organization. The second one has to belong to the same.',
  );
}
