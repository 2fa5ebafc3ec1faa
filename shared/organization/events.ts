import type { Deletion } from '#shared/identity/index.ts';
import type { Settings } from '#shared/organization/settings/contract.ts';
import { changedBrand, type StoredBrand } from '#shared/organization/settings/index.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import type { organizationNotifications } from './notifications.ts';
import type { OrganizationProposal } from './organization-proposal.ts';
import type { SettingsProposal } from './settings-proposal.ts';

/**
 * Stored in the history only and never sent to webhooks. It goes to the history of the key's own mode,
 * whatever mode the administrator used, because live keys are looked up there.
 */
export const apiKeyEvent = (type: `organization.api_key.${string}`, id: string, reason?: string): NewEvent => ({
  type,
  resource: 'api-keys',
  resourceId: id,
  subjectId: null,
  announced: false,
  ...(reason !== undefined && { reason }),
});

/** Goes to the history and the webhooks of both modes. The reason stays in the history. */
export const deletionEvent = (
  type: keyof typeof organizationNotifications,
  { organizationId, erasesAt }: Pick<Deletion, 'organizationId' | 'erasesAt'>,
  { reason, details }: { reason: string | null | undefined; details?: Record<string, unknown> | undefined },
): NewEvent => ({
  type,
  resource: 'organizations',
  resourceId: organizationId,
  subjectId: null,
  announced: true,
  ...(type === 'organization.deletion.requested' && { payload: { erasesAt } }),
  ...(typeof reason === 'string' && { reason }),
  ...(details && { details }),
});

/** Stored in the history of both modes. */
export const legalHoldEvent = (
  change: 'placed' | 'released',
  organizationId: string,
  { reason, details }: { reason: string; details?: Record<string, unknown> | undefined },
): NewEvent => ({
  type: `organization.legal_hold.${change}`,
  resource: 'organizations',
  resourceId: organizationId,
  subjectId: null,
  announced: false,
  reason,
  ...(details && { details }),
});

/** Stored in the history of both modes, without name and email address. */
export const memberEvent = (
  type: `organization.member.${string}`,
  userId: string,
  details: Record<string, unknown>,
  reason?: string | null,
): NewEvent => ({
  type,
  resource: 'members',
  resourceId: userId,
  subjectId: null,
  announced: false,
  details,
  ...(typeof reason === 'string' && { reason }),
});

/** What the history says of a proposal, without name and email address. */
export function proposalDetails(proposal: OrganizationProposal | SettingsProposal): Record<string, unknown> {
  const { id: proposalId } = proposal;
  if ('change' in proposal) {
    const { change } = proposal;
    const invited = change.kind === 'member_invitation' && { kind: change.kind, role: change.role };
    return { proposalId, ...(invited || change) };
  }
  const { switchOff, highestReviewScore, linksByEmailOnly, screening } = proposal;
  return {
    proposalId,
    switchOff,
    ...(highestReviewScore !== undefined && { highestReviewScore }),
    ...(linksByEmailOnly !== undefined && { linksByEmailOnly }),
    ...(screening && { screening }),
  };
}

/** Stored in the history of both modes. */
export const organizationProposalEvent = (organizationId: string, proposal: OrganizationProposal): NewEvent => ({
  type: 'organization.change.proposed',
  resource: 'organizations',
  resourceId: organizationId,
  subjectId: null,
  announced: false,
  reason: proposal.reason,
  details: proposalDetails(proposal),
});

interface SettingsChange {
  before: Settings;
  after: Settings;
  changed: readonly string[];
  reason: string | null | undefined;
  accepted: SettingsProposal | undefined;
}

/**
 * Stored in the history of both modes. Names what changed; two-person rules with their values, and both
 * people if one was switched off.
 */
export const settingsEvent = (
  organizationId: string,
  { before, after, changed, reason, accepted }: SettingsChange,
): NewEvent => ({
  type: 'organization.settings.changed',
  resource: 'organization-settings',
  resourceId: organizationId,
  subjectId: null,
  announced: false,
  details: {
    revision: after.revision,
    changed,
    ...(changed.includes('fourEyes') && { from: before.fourEyes, to: after.fourEyes }),
    ...(changed.includes('highestReviewScore') && {
      highestReviewScore: { from: before.highestReviewScore, to: after.highestReviewScore },
    }),
    ...(changed.includes('linksByEmailOnly') && {
      linksByEmailOnly: { from: before.linksByEmailOnly, to: after.linksByEmailOnly },
    }),
    ...(changed.includes('screening') && {
      screening: { from: before.screening ?? null, to: after.screening ?? null },
    }),
    ...(accepted && { proposalId: accepted.id, proposedBy: accepted.proposedBy }),
  },
  ...(reason && { reason }),
});

/** Stored in the history of both modes. */
export const settingsProposalEvent = (organizationId: string, proposal: SettingsProposal): NewEvent => ({
  type: 'organization.settings.proposed',
  resource: 'organization-settings',
  resourceId: organizationId,
  subjectId: null,
  announced: false,
  reason: proposal.reason,
  details: proposalDetails(proposal),
});

/** Stored in the history of both modes, with the names that signers read before and after. */
export function brandEvent(
  organizationId: string,
  { before, after, reason }: { before: StoredBrand; after: StoredBrand; reason: string | null | undefined },
): NewEvent {
  const changed = changedBrand(before, after);
  return {
    type: 'organization.brand.changed',
    resource: 'organization-settings',
    resourceId: organizationId,
    subjectId: null,
    announced: false,
    details: {
      revision: after.revision,
      changed,
      ...(changed.includes('name') && { name: { from: before.name, to: after.name } }),
      ...(changed.includes('colour') && { colour: { from: before.colour, to: after.colour } }),
      ...(changed.includes('logo') && {
        logo: { from: before.logo?.sha256 ?? null, to: after.logo?.sha256 ?? null },
      }),
    },
    ...(reason && { reason }),
  };
}
