import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import { partitionOf } from './collections.ts';

/**
 * Mail that is to be sent, written with the change it tells of. The stream makes its worker prompt; the
 * `due` index is where one is found that was not sent. The row goes when the mail has gone.
 */
export const Mail = z.object({
  kind: z.enum(['invitation', 'completion', 'closed', 'link']),
  documentId: z.uuid(),
  signerId: z.uuid(),
  linkVersion: z.int(),
  /** Whether it was counted against the limits on emails; rows written before there were any have none. */
  isCounted: z.boolean().default(false),
});
export type Mail = z.infer<typeof Mail>;

export const DueMail = Mail.extend({
  organizationId: z.string(),
  mode: z.enum(['test', 'live']),
  attempts: z.int(),
  dueAt: z.string(),
});
export type DueMail = z.infer<typeof DueMail>;

const keyOf = (
  scope: Scope,
  { kind, documentId, signerId, linkVersion }: Omit<Mail, 'isCounted'>,
) => ({
  pk: partitionOf(scope, documentId),
  sk: `mail#${kind}#${signerId}#${linkVersion}`,
});

export const addMail = (scope: Scope, mail: Mail, now: Date): Write => ({
  table: 'documents',
  put: {
    ...keyOf(scope, mail),
    ...mail,
    ...{ organizationId: scope.organizationId, mode: scope.mode, attempts: 0 },
    mail: mail.kind,
    ...dueAt(now, mail.signerId, 'mails'),
  },
});

/** Only one of several takers finds it due as it was. That one counts it, and no later attempt does again. */
export const leaseMail = (mail: DueMail, until: Date): Write => ({
  table: 'documents',
  update: keyOf(mail, mail),
  set: { attempts: mail.attempts + 1, isCounted: true, dueAt: until.toISOString() },
  when: { dueAt: mail.dueAt },
});

/** Gives a lease back: the email was not tried, and is due at another time. */
export const postponeMail = (mail: DueMail, leasedUntil: Date, until: Date): Write => ({
  table: 'documents',
  update: keyOf(mail, mail),
  set: { attempts: mail.attempts, dueAt: until.toISOString() },
  when: { dueAt: leasedUntil.toISOString() },
});

export const removeMail = (mail: DueMail): Write => ({
  table: 'documents',
  remove: keyOf(mail, mail),
});

export const mailIn = (row: Item): DueMail => DueMail.parse(row);
