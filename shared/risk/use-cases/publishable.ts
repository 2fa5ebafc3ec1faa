import { conflict } from '@assay/foundation';
import { type Caller, isAdmin, principalOf } from '#shared/platform/caller.ts';
import { openProposalIn, type Proposal } from '#shared/platform/proposals.ts';
import type { PolicyRecord } from '../policy.ts';

/** Publishing an older draft would change nothing: assessments by key use the version with the highest number. */
export function assertNewest({ data: { key, version } }: PolicyRecord, later: number | undefined): void {
  if (later !== undefined)
    throw conflict(
      'newer_version_published',
      `Version ${later} of the policy \`${key}\` is published and newer than version ${version}. Create a version with this ` +
        'definition to return to it, or retire the newer one first.',
    );
}

/** A new proposal supersedes the open one, whose reason and proposer no longer count. A member cannot do that to others. */
export function assertMaySupersede(caller: Caller, proposals: readonly Proposal[]): void {
  const open = openProposalIn(proposals);
  if (open && open.proposedBy !== principalOf(caller) && !isAdmin(caller))
    throw conflict(
      'proposal_open',
      'Another person has proposed this version. Owners and admins can decline the proposal.',
    );
}
