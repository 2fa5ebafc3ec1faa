import * as z from 'zod';
import type { Item, Key, Read, Write } from '#shared/platform/store/store.ts';

/**
 * A legal hold on everything of an organization: while its row exists, no deletion can be requested and no erasure
 * begins. The row is deleted when the hold is released; the history has who placed and released it, and why.
 */
export const LegalHold = z.object({
  placedAt: z.iso.datetime(),
  placedBy: z.string(),
  reason: z.string(),
});
export type LegalHold = z.infer<typeof LegalHold>;

const keyOf = (organizationId: string): Key => ({ pk: legalHoldPartition(organizationId), sk: 'current' });

export const legalHoldPartition = (organizationId: string) => `${organizationId}#legal-hold`;

export const legalHoldRead = (organizationId: string): Read => ({ table: 'identity', key: keyOf(organizationId) });

export const legalHoldFrom = (item: Item | undefined) => item && LegalHold.parse(item);

export const placeLegalHold = (organizationId: string, hold: LegalHold): Write => ({
  table: 'identity',
  put: { ...keyOf(organizationId), ...hold },
  when: 'absent',
});

export const releaseLegalHold = (organizationId: string, { placedAt }: LegalHold): Write => ({
  table: 'identity',
  remove: keyOf(organizationId),
  when: { placedAt },
});

/** A condition that fails while the organization is under a legal hold. */
export const checkNotHeld = (organizationId: string): Write => ({
  table: 'identity',
  check: keyOf(organizationId),
  when: 'absent',
});
