import { type AuditAction, type AuditEntry, NO_ENTRY } from '#shared/documents/audit.ts';
import type { StoredSigner } from '#shared/documents/signer.ts';

const AT = '2026-03-01T10:20:30.456Z';

/** A signer who has signed. */
export const aStoredSigner = (index: number, name: string): StoredSigner => ({
  id: `0195a000-0000-7000-8000-0000000001${index + 10}`,
  roleId: null,
  name,
  email: 'ada@example.com',
  signingOrder: 1,
  language: null,
  status: 'completed',
  linkVersion: 1,
  linkHash: null,
  delivery: null,
  addressSince: 0,
  linkIssuedAt: null,
  endedLinkHash: null,
  reminders: 0,
  remindedAt: null,
  announcedExpiry: null,
  invitedAt: AT,
  viewedAt: AT,
  viewedLink: 1,
  completedAt: AT,
  consent: null,
  identityCheck: null,
  identityVerifiedAt: null,
  identityCode: null,
  identitySession: null,
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
});

/** An entry by the signer, or by an API key. */
export const anEntry = (action: AuditAction, signer?: StoredSigner): AuditEntry => ({
  number: 1,
  at: AT,
  action,
  details: signer ? { signerId: signer.id } : {},
  actor: signer ? `signer:${signer.id}` : 'api_key:0195a000-0000-7000-8000-000000000001',
  ipAddress: null,
  userAgent: null,
  previousHash: NO_ENTRY,
  hash: NO_ENTRY,
});
