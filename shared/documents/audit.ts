import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import { type Caller, principalOf } from '#shared/platform/caller.ts';
import type { RequestClient } from '#shared/platform/http/request.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { USER_AGENT_BYTES } from './limits.ts';

/**
 * The audit trail of a document: a hash chain of entries numbered without gaps. Removing or
 * changing an entry invalidates every later hash.
 */
export const AuditAction = z.enum([
  'document.created',
  'document.renamed',
  'signer.added',
  'signer.removed',
  'signer.corrected',
  'field.created',
  'field.updated',
  'field.removed',
  'document.sent',
  'link.issued',
  'link.disclosed',
  'invitation.sent',
  'reminder.sent',
  'sending.changed',
  'email.bounced',
  'email.complained',
  'identity.code_sent',
  'identity.failed',
  'identity.verified',
  'identity.check_requested',
  'identity.check_approved',
  'identity.name_differs',
  'identity.check_withdrawn',
  'document.viewed',
  'consent.accepted',
  'field.filled',
  'signer.delegated',
  'signer.signed',
  'signer.approved',
  'document.completed',
  'document.declined',
  'document.voided',
  'document.expired',
  'link.requested',
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditEntry = z
  .object({
    number: z.int().min(1),
    at: Timestamp,
    actor: z.string().describe('`api_key:`, `user:`, `signer:` or `service:` and an id.'),
    action: AuditAction,
    details: z.record(z.string(), z.unknown()),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    previousHash: z.string().describe('`hash` of the previous entry; 64 zeros in the first entry.'),
    hash: z
      .string()
      .describe(
        'SHA-256, in lower-case hex, of the UTF-8 bytes of the entry without `hash` as canonical JSON: no white ' +
          'space, the properties of every object sorted by name (by UTF-16 code units), strings and numbers as ' +
          'JavaScript’s `JSON.stringify` writes them (RFC 8785).',
      ),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const TRAIL_VERIFICATION =
  'Entries are numbered from 1 without gaps. Each `hash` covers the entry and, by `previousHash`, every ' +
  'entry before ' +
  'it. `sha256` in `details` of `document.completed` is the SHA-256 of the sealed file, in `document.created` that ' +
  'of the original. For an uploaded PDF, `uploadedSha256` is that of the file as it was uploaded, and `removed` lists ' +
  'what was removed from it. The seal names the number of entries before the completion and the hash of the last, so ' +
  'that the trail cannot be rewritten. Only `link.requested` can follow the completion: the holder of an expired link had ' +
  'a new one emailed to the signer; no seal covers it. To verify offline, save the answer and run `assay documents verify sealed.pdf ' +
  'trail.json --fingerprint <sha256>`. `link.disclosed`: the actor was given the signer’s link. `signer.delegated`: the signer with `fromSha256` handed the turn to the person with ' +
  '`toSha256`. `signerSha256`, and the ' +
  'two, in `details`: SHA-256 of the canonical JSON of `{ email, name }` of the signer at that time. `pageSession` in ' +
  '`details`: when the signing page was loaded whose session the request had; null if it had none. `shownAs` in `details` of ' +
  '`document.viewed`, `signer.signed` and `signer.approved`: how the client says that it showed the document (`pdf`, `text` ' +
  'or `guided`), with the SHA-256 of that file; missing if it did not say. `textSha256` in `document.created` is the SHA-256 of ' +
  'the text.';

export const AuditTrail = z.object({ items: z.array(AuditEntry) });

/** Previous hash of the first entry. */
export const NO_ENTRY = '0'.repeat(64);

export interface NewEntry {
  action: AuditAction;
  details?: Record<string, unknown>;
}

export interface AuditState {
  auditCount: number;
  auditHead: string;
}

/** Appends entries with their numbers and hashes, and returns the new end of the trail. */
export function appendEntries(
  state: AuditState,
  entries: readonly NewEntry[],
  by: { caller: Caller; now: Date; client?: RequestClient | undefined },
): AuditState & { entries: AuditEntry[] } {
  const appended: AuditEntry[] = [];
  const userAgent = storedUserAgent(by.client);
  let { auditCount, auditHead } = state;
  for (const { action, details = {} } of entries) {
    const entry = {
      number: auditCount + 1,
      at: by.now.toISOString(),
      actor: principalOf(by.caller),
      action,
      details,
      ipAddress: by.client?.ipAddress ?? null,
      userAgent,
      previousHash: auditHead,
    };
    auditHead = sha256Hex(canonicalJson(entry));
    auditCount = entry.number;
    appended.push({ ...entry, hash: auditHead });
  }
  return { auditCount, auditHead, entries: appended };
}

/** The user agent, shortened to the stored length. */
export function storedUserAgent(client: RequestClient | undefined): string | null {
  if (!client) return null;
  let kept = client.userAgent.slice(0, USER_AGENT_BYTES).toWellFormed();
  while (answeredBytes(kept) > USER_AGENT_BYTES) kept = kept.slice(0, -1).toWellFormed();
  return kept;
}

/** A function's answer is JSON with the body as a string, so a quotation mark takes four bytes. */
const answeredBytes = (text: string) =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(text).slice(1, -1))) - '""'.length;
