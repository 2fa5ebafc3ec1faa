import { conflict } from '@assay/foundation';
import { acceptProposal } from '#shared/identity/index.ts';
import { readCurrentSettings } from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { profileEvent } from '../events.ts';
import {
  builtInProfile,
  changedMembers,
  contentOf,
  type NewProfile,
  type ProfileContent,
  type ProfileProposal,
  type ScreeningProfile,
} from '../profile.ts';
import { findStoredProfile, readProfileProposals, saveProfileVersion } from '../repository/profiles.ts';
import { requireReviewScore } from './require-review-score.ts';
import { requireKnownLists } from './unknown-keys.ts';

/** The current version of a profile that a request wants to change, and the content it asks for. */
export async function checkedChange(
  context: Context,
  key: string,
  asked: Omit<NewProfile, 'proposalId' | 'reason'>,
): Promise<{ before: ScreeningProfile | undefined; content: ProfileContent; changed: readonly string[] }> {
  if (builtInProfile(key))
    throw conflict('built_in_profile', `The profile \`${key}\` is built in. Save a profile with another key.`);
  await requireKnownLists(context, asked.sources);
  await requireReviewScore(context, asked);
  const before = await findStoredProfile(context.store, context.caller, key);
  const content = contentOf(asked);
  const changed = before ? changedMembers(before, content) : Object.keys(content);
  const version = before?.version ?? 0;
  // The same request again, after its answer was lost, changes nothing and is no conflict.
  if (changed.length > 0 && (asked.expectedVersion ?? version) !== version)
    throw conflict('stale_version', `The profile is at version ${version}. Read it, merge your change, and retry.`);
  return { before, content, changed };
}

/**
 * Saves the next version of a profile. While decisions on matches take two people, so does every change of a profile: it
 * decides what becomes a match.
 */
export async function saveProfile(
  context: Context,
  key: string,
  { proposalId, reason, ...asked }: NewProfile,
): Promise<Change<ScreeningProfile>> {
  const { store, caller, now, newId } = context;
  const { before, content, changed } = await checkedChange(context, key, asked);
  if (before && changed.length === 0) return { writes: [], events: [], result: before };

  const stored = await readProfileProposals(store, caller, key);
  const { fourEyes } = await readCurrentSettings(store, caller.organizationId);
  const { accepted, writes, details } = await acceptProposal(context, stored, {
    proposalId,
    isRequired: fourEyes.matches,
  });
  const version = (before?.version ?? 0) + 1;
  if (accepted) assertAsProposed(accepted, content, version);

  const id = before?.id ?? newId();
  const createdAt = now.toISOString();
  const saved: ScreeningProfile = {
    id,
    key,
    version,
    builtIn: false,
    ...content,
    createdAt,
    createdBy: principalOf(caller),
    proposedBy: accepted?.proposedBy ?? null,
  };
  return {
    writes: [...saveProfileVersion(caller, id, saved), ...writes],
    events: [
      profileEvent(before ? 'changed' : 'created', id, {
        details: { key, version, changed, ...details },
        ...(reason && { reason }),
      }),
    ],
    result: saved,
  };
}

function assertAsProposed(accepted: ProfileProposal, content: ProfileContent, version: number): void {
  if (accepted.version !== version)
    throw conflict('proposal_differs', 'The profile has changed since the proposal. Create a new proposal.');
  const differing = changedMembers(accepted.profile, content);
  if (differing.length > 0)
    throw conflict(
      'proposal_differs',
      `The proposal has another ${differing.map((name) => `\`${name}\``).join(', ')}. Save exactly what was proposed.`,
    );
}
