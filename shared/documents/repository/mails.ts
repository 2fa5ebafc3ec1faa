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
const common = {
  documentId: z.uuid(),
  /**
   * Whether it was counted against the email limits; missing in rows written before the limits
   * existed.
   */
  isCounted: z.boolean().default(false),
};

/** To a signer. */
export const SignerMail = z.object({
  ...common,
  kind: z.enum(['invitation', 'completion', 'closed', 'link', 'reminder', 'code']),
  signerId: z.uuid(),
  linkVersion: z.int(),
  /** Of reminders and codes: which of the signer it is, and whether it announces the expiry. */
  number: z.int().optional(),
  isExpiring: z.boolean().optional(),
  /** Of reminders: whether a worker has begun to send it. It is not sent again, even if the worker died. */
  isBegun: z.boolean().optional(),
});
export type SignerMail = z.infer<typeof SignerMail>;

/** To the sender, about the document or a signer. */
export const Notice = z.object({
  ...common,
  kind: z.literal('notice'),
  about: z.enum(['declined', 'bounced', 'completed', 'expired', 'delegated', 'name_differs']),
  signerId: z.uuid().nullable(),
});
export type Notice = z.infer<typeof Notice>;

export type Mail = SignerMail | Notice;

const row = { ...ScopeParts, attempts: z.int(), dueAt: z.string() };
export const DueMail = z.discriminatedUnion('kind', [SignerMail.extend(row), Notice.extend(row)]);
export type DueMail = z.infer<typeof DueMail>;

const keyOf = (scope: Scope, mail: Mail) => ({
  pk: partitionOf(scope, mail.documentId),
  sk: `mail#${mail.kind}#${nameOf(mail)}`,
});

function nameOf(mail: Mail): string {
  if (mail.kind === 'notice') return `${mail.about}#${mail.signerId ?? 'all'}`;
  const { signerId, linkVersion, number } = mail;
  return [signerId, linkVersion, ...(number === undefined ? [] : [number])].join('#');
}

export const addMail = (scope: Scope, mail: Mail, now: Date): Write => ({
  table: 'documents',
  put: {
    ...keyOf(scope, mail),
    ...mail,
    organizationId: scope.organizationId,
    mode: scope.mode,
    attempts: 0,
    mail: mail.kind,
    ...dueAt(now, mail.signerId ?? mail.documentId, 'mails'),
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
    unset: ['isBegun'],
  });

/** From now on the email counts as sent, unless it is certain that it was not. */
export const beginMail = (mail: DueMail, leasedUntil: Date): Write =>
  writeWhileHeld(leasedRow(mail), leasedUntil.toISOString(), { set: { isBegun: true } });

export const unbeginMail = (mail: DueMail, leasedUntil: Date): Write =>
  writeWhileHeld(leasedRow(mail), leasedUntil.toISOString(), { unset: ['isBegun'] });

export const removeMail = (mail: DueMail): Write => ({
  table: 'documents',
  remove: keyOf(mail, mail),
});

export const mailIn = (row: Item): DueMail => DueMail.parse(row);
