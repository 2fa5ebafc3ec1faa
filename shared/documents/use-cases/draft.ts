import type * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import { NO_ENTRY } from '../audit.ts';
import type { StoredDocument } from '../document.ts';
import type { StoredSigner } from '../signer.ts';
import type { SignerRole } from '../signer-role.ts';

/** The initial state of every draft. */
export const emptyDraft = (
  { now }: Context,
  { id, name, origin, original }: Pick<StoredDocument, 'id' | 'name' | 'origin' | 'original'>,
): StoredDocument => ({
  id,
  name,
  origin,
  original,
  status: 'draft',
  final: null,
  pages: [],
  signers: [],
  message: null,
  senderName: null,
  organizationName: null,
  replyTo: null,
  noticesTo: null,
  remindAfterDays: null,
  remindBeforeExpiryDays: null,
  language: null,
  requireConsent: false,
  allowDelegation: false,
  linkOrigin: null,
  closeReason: null,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
  sentAt: null,
  expiresAt: null,
  completedAt: null,
  auditCount: 0,
  auditHead: NO_ENTRY,
});

export const newSigner = (
  {
    language,
    identityCheck,
    role,
    ...said
  }: Pick<StoredSigner, 'name' | 'email' | 'roleId' | 'signingOrder'> & {
    language?: StoredSigner['language'] | undefined;
    identityCheck?: StoredSigner['identityCheck'] | undefined;
    role?: z.infer<typeof SignerRole> | null | undefined;
  },
  id: string,
): StoredSigner => ({
  ...said,
  id,
  language: language ?? null,
  status: 'pending',
  linkVersion: 0,
  linkHash: null,
  invitedAt: null,
  reminders: 0,
  remindedAt: null,
  announcedExpiry: null,
  linkIssuedAt: null,
  endedLinkHash: null,
  delivery: null,
  addressSince: 0,
  viewedAt: null,
  viewedLink: null,
  completedAt: null,
  consent: null,
  identityCheck: identityCheck ?? null,
  identityVerifiedAt: null,
  identityCode: null,
  identitySession: null,
  ipAddress: null,
  userAgent: null,
  ...(role && role !== 'signer' && { role }),
});
