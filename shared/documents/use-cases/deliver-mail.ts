import { serviceCaller } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { maySendMail, sendMail } from '#shared/platform/mail.ts';
import { commitAs, type WorkerContext } from '#shared/worker.ts';
import { hasEnded, statusAt } from '../document.ts';
import { letterTo } from '../letters.ts';
import { findDocument, readDocument } from '../repository/documents.ts';
import { type DueMail, leaseMail, removeMail } from '../repository/mails.ts';
import { signingUrl, tokenOf } from '../signing/link.ts';
import { changeDocument } from './change-document.ts';
import { closingsFor } from './invitations.ts';
import { requireSigner, withSigner } from './read-signing.ts';

/** Later each time; after the last the letter is given up. */
const WAITS_SECONDS = [60, 120, 300, 900, 3_600, 7_200, 14_400, 28_800];

/**
 * Sends one letter, if it is still to the point. A worker that dies between sending and noting it down sends
 * it again: a letter twice is better than none.
 */
export async function deliverMail(context: WorkerContext, mail: DueMail): Promise<void> {
  const { store, now } = context;
  const wait = WAITS_SECONDS[mail.attempts];
  if (wait === undefined || !maySendMail()) return void (await store.writeOne(removeMail(mail)));
  if (!(await store.writeOne(leaseMail(mail, addSeconds(now, wait))))) return;

  const letter = await letterFor(context, mail);
  if (letter) await sendMail(letter);
  await noteDown(context, mail, letter !== undefined);
}

async function letterFor({ store, now }: WorkerContext, mail: DueMail) {
  const document = (await findDocument(store, mail, mail.documentId))?.record;
  const signer = document?.signers.find(({ id }) => id === mail.signerId);
  if (!document || !signer || signer.linkVersion !== mail.linkVersion) return undefined;
  const isWanted = {
    invitation: statusAt(document, now) === 'sent' && signer.status === 'pending',
    completion: document.status === 'completed',
    closed: hasEnded(document),
  }[mail.kind];
  if (!isWanted) return undefined;
  const url = signingUrl(document.linkOrigin ?? '', await tokenOf(mail, mail.linkVersion));
  return letterTo(signer, document, { kind: mail.kind, url });
}

async function noteDown(context: WorkerContext, mail: DueMail, isSent: boolean): Promise<void> {
  if (!isSent || mail.kind !== 'invitation')
    return void (await context.store.writeOne(removeMail(mail)));
  await commitAs(context, serviceCaller(mail, 'mail'), async (as) => {
    const stored = await readDocument(as, mail.documentId);
    const signer = requireSigner(stored.record, mail.signerId);
    const after = withSigner(stored.record, signer, { invitedAt: as.now.toISOString() });
    const { writes, events } = changeDocument(as, stored, after, {
      entries: [{ action: 'invitation.sent', details: { signerId: mail.signerId } }],
      // What has ended while the letter was on its way was told to those invited before.
      writes: [removeMail(mail), ...closingsFor(as, after, [requireSigner(after, signer.id)])],
    });
    return { writes, events, result: null };
  });
}
