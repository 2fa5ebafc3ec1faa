import * as z from 'zod';
import { type Scope, ScopeParts } from '#shared/platform/caller.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import { type LeasedRow, takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import { partitionOf } from './collections.ts';

/**
 * An email to send, written in the transaction of the change it reports (transactional outbox). The
 * table's stream triggers the worker promptly; the `due` index finds emails that were not sent. The
 * row is deleted once the email has been sent.
 */
export const Mail = z.object({
  kind: z.enum(['invitation', 'completion', 'closed', 'link']),
  documentId: z.uuid(),
  signerId: z.uuid(),
  linkVersion: z.int(),
  /**
   * Whether it was counted against the email limits; missing in rows written before the limits
   * existed.
   */
  isCounted: z.boolean().default(false),
});
export type Mail = z.infer<typeof Mail>;

export const DueMail = Mail.extend({
  ...ScopeParts,
  attempts: z.int(),
  dueAt: z.string(),
});
export type DueMail = z.infer<typeof DueMail>;

const keyOf = (scope: Scope, { kind, documentId, signerId, linkVersion }: Omit<Mail, 'isCounted'>) => ({
  pk: partitionOf(scope, documentId),
  sk: `mail#${kind}#${signerId}#${linkVersion}`,
});

export const addMail = (scope: Scope, mail: Mail, now: Date): Write => ({
  table: 'documents',
  put: {
    ...keyOf(scope, mail),
    ...mail,
    organizationId: scope.organizationId,
    mode: scope.mode,
    attempts: 0,
    mail: mail.kind,
    ...dueAt(now, mail.signerId, 'mails'),
  },
});

/** While leased, the due time of the row is the end of the lease. */
const leasedRow = (mail: DueMail): LeasedRow => ({
  table: 'documents',
  key: keyOf(mail, mail),
  attribute: 'dueAt',
});

/** The worker that takes the lease counts the email, later attempts do not. */
export const leaseMail = (mail: DueMail, until: Date): Write =>
  takeLease(
    leasedRow(mail),
    { found: mail.dueAt, next: until.toISOString() },
    { set: { attempts: mail.attempts + 1, isCounted: true } },
  );

/** Returns a lease: sending was not tried, and the email is due at another time. */
export const postponeMail = (mail: DueMail, leasedUntil: Date, until: Date): Write =>
  writeWhileHeld(leasedRow(mail), leasedUntil.toISOString(), {
    set: { attempts: mail.attempts, dueAt: until.toISOString() },
  });

export const removeMail = (mail: DueMail): Write => ({
  table: 'documents',
  remove: keyOf(mail, mail),
});

export const mailIn = (row: Item): DueMail => DueMail.parse(row);
