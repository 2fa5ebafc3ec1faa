import { addSeconds } from '#shared/platform/clock.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import type { StoredDocument } from '../document.ts';
import { COMPLETED_LINK_DAYS, REQUESTED_LINK_DAYS } from '../limits.ts';
import type { StoredSigner } from '../signer.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * When the link to a completed document expires; null for other documents. Otherwise a link in an
 * old email would open the sealed file forever. The signer can request a new link by email, for a few days.
 */
export function linkEndsAt(
  { status, completedAt }: Pick<StoredDocument, 'status' | 'completedAt'>,
  { linkIssuedAt }: Pick<StoredSigner, 'linkIssuedAt'>,
): Date | null {
  if (status !== 'completed' || completedAt === null) return null;
  const days = Number(optionalSetting('COMPLETED_LINK_DAYS') ?? COMPLETED_LINK_DAYS);
  const isRequested = linkIssuedAt !== null && linkIssuedAt > completedAt;
  return isRequested
    ? addSeconds(new Date(linkIssuedAt), Math.min(days, REQUESTED_LINK_DAYS) * DAY_SECONDS)
    : addSeconds(new Date(completedAt), days * DAY_SECONDS);
}
