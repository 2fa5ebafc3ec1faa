import { isTurnOf } from '@assay/agreements';
import { readShownBrand } from '#shared/organization/settings/index.ts';
import { serviceCaller } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import {
  type Email,
  isNotSent,
  isSendingPaused,
  isSendingRefused,
  maySendMail,
  sendMail,
} from '#shared/platform/mail.ts';
import { commitAs } from '#shared/worker.ts';
import { hasEnded, type StoredDocument, statusAt } from '../document.ts';
import { isBlocked, latestDelivery } from '../email-delivery.ts';
import type { EmailTags } from '../email-event.ts';
import { noticeEmail } from '../email-notices.ts';
import { reserveEmail } from '../email-rates.ts';
import { emailTo } from '../emails.ts';
import { findDocument, readDocument } from '../repository/documents.ts';
import {
  beginMail,
  type DueMail,
  leaseMail,
  postponeMail,
  removeMail,
  type SignerMail,
  unbeginMail,
} from '../repository/mails.ts';
import type { StoredSigner } from '../signer.ts';
import { codesOf, codeText, isUsable, needsIdentity } from '../signing/email-code.ts';
import { signingUrl, tokenOf } from '../signing/link.ts';
import { linkEndsAt } from '../signing/link-end.ts';
import { changeDocument } from './change-document.ts';
import { closingsFor } from './invitations.ts';
import { requireSigner, withSigner } from './read-signing.ts';

/** Increasing delays between attempts; after the last one the email fails permanently. */
const WAITS_SECONDS = [60, 120, 300, 900, 3_600, 7_200, 14_400, 28_800];

/** Delay when SES stops sending altogether, with jitter so that emails do not retry at once. */
const REFUSED_SECONDS = 30;
const PAUSED_SECONDS = 15 * 60;

/** SES is not sending at all: the email is retried later, and others should not be tried either. */
export class SendingRefused extends Error {}

/**
 * Sends one email if it is still relevant. A worker that crashes between sending and recording
 * sends it again, because a duplicate is better than none, except for a reminder: it counts as sent
 * from before it is sent. False if another worker has taken it.
 */
export async function deliverMail(context: WorkerContext, mail: DueMail): Promise<boolean> {
  const { store, now } = context;
  const wait = WAITS_SECONDS[mail.attempts];
  if (wait === undefined || !maySendMail()) return store.writeOne(removeMail(mail));
  const leasedUntil = addSeconds(now, wait);
  if (!(await store.writeOne(leaseMail(mail, leasedUntil)))) return false;

  if (mail.kind === 'reminder' && mail.isBegun) {
    await recordSent(context, mail, { isSent: true, isUnconfirmed: true });
    return true;
  }
  const email = await emailFor(context, mail);
  const waitMs = email && !mail.isCounted ? await reserveEmail(mail, email.to, now) : 0;
  const postpone = (seconds: number) => store.writeOne(postponeMail(mail, leasedUntil, addSeconds(now, seconds)));
  if (waitMs > 0) return postpone(Math.ceil(waitMs / 1000));
  if (email && mail.kind === 'reminder' && !(await store.writeOne(beginMail(mail, leasedUntil)))) return false;
  if (email)
    await sendOrPostpone(email, postpone).catch(async (error: unknown) => {
      if (mail.kind === 'reminder' && isNotSent(error)) await store.writeOne(unbeginMail(mail, leasedUntil));
      throw error;
    });
  await recordSent(context, mail, { isSent: email !== undefined });
  return true;
}

/** A throttled or paused attempt does not count. */
async function sendOrPostpone(email: Email, postpone: (seconds: number) => Promise<boolean>) {
  try {
    await sendMail(email);
  } catch (error) {
    if (!isSendingRefused(error)) throw error;
    const seconds = isSendingPaused(error) ? PAUSED_SECONDS : REFUSED_SECONDS;
    await postpone(Math.ceil(seconds * (1 + Math.random())));
    throw new SendingRefused('SES sends no email at the moment.', { cause: error });
  }
}

async function emailFor({ store, now }: WorkerContext, mail: DueMail): Promise<Email | undefined> {
  const document = (await findDocument(store, mail, mail.documentId))?.record;
  if (mail.kind === 'notice') return document && noticeEmail(document, mail, await readShownBrand(store, mail));
  const signer = document?.signers.find(({ id }) => id === mail.signerId);
  if (!document || !signer || signer.linkVersion !== mail.linkVersion) return undefined;
  if (isBlocked(signer)) return undefined;
  const isPending = statusAt(document, now) === 'sent' && signer.status === 'pending';
  const isWanted = {
    invitation: isPending,
    reminder: isPending && isTurnOf(signer, document.signers),
    completion: document.status === 'completed',
    closed: hasEnded(document),
    link: document.status === 'completed',
    code: isPresentCode(document, signer, { number: mail.number, now }),
  }[mail.kind];
  if (!isWanted) return undefined;
  const link = { version: mail.linkVersion, masterKey: signer.linkMasterKey };
  const token = await tokenOf(mail, link);
  if (token === undefined) return undefined; // the link would be rejected
  const url = signingUrl(document.linkOrigin ?? '', token);
  const endsAt = linkEndsAt(document, signer)?.toISOString();
  const of = { ...mail, documentId: document.id };
  const code = mail.kind === 'code' ? await codeText(of, codesOf(signer)) : undefined;
  if (mail.kind === 'code' && code === undefined) return undefined;
  const brand = await readShownBrand(store, mail);
  return {
    ...emailTo(signer, document, { kind: mail.kind, brand, url, endsAt, isExpiring: mail.isExpiring, code }),
    tags: tagsOf(mail, now),
  };
}

/** A newer code, or the entry of this one, makes the email obsolete. */
const isPresentCode = (
  document: StoredDocument,
  signer: StoredSigner,
  { number, now }: { number: number | undefined; now: Date },
) => {
  const codes = codesOf(signer);
  return needsIdentity(signer, document) && codes.number === number && isUsable(codes, now);
};

const tagsOf = (mail: DueMail & SignerMail, now: Date): EmailTags => ({
  organization: mail.organizationId,
  mode: mail.mode,
  document: mail.documentId,
  signer: mail.signerId,
  link: mail.linkVersion,
  mailed: now.getTime(),
});

async function recordSent(
  context: WorkerContext,
  mail: DueMail,
  { isSent, isUnconfirmed }: { isSent: boolean; isUnconfirmed?: true },
): Promise<void> {
  if (!isSent || !(mail.kind === 'invitation' || mail.kind === 'reminder'))
    return void (await context.store.writeOne(removeMail(mail)));
  const action = `${mail.kind}.sent` as const;
  await commitAs(context, serviceCaller(mail, 'mail'), async (as) => {
    const stored = await readDocument(as, mail.documentId);
    const signer = requireSigner(stored.record, mail.signerId);
    const at = as.now.toISOString();
    const sent = { status: 'sent' as const, at, reason: null, mailedAt: at, isBlocking: false };
    const isPresent = mail.linkVersion >= signer.addressSince;
    const after = withSigner(stored.record, signer, {
      ...(mail.kind === 'invitation' && { invitedAt: at }),
      ...(isPresent && { delivery: latestDelivery(signer.delivery, sent) }),
    });
    const { writes, events } = changeDocument(as, stored, after, {
      // The trail of a completed document ended with its seal.
      entries:
        after.status === 'completed'
          ? []
          : [
              {
                action,
                details: {
                  signerId: mail.signerId,
                  linkVersion: mail.linkVersion,
                  ...(isUnconfirmed && { isUnconfirmed }),
                },
              },
            ],
      // Signers invited earlier have already been emailed about the end of the document.
      writes: [removeMail(mail), ...closingsFor(as, after, [requireSigner(after, signer.id)])],
    });
    return { writes, events, result: null };
  });
}
