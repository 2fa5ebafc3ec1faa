import type { Letter } from '#shared/platform/mail.ts';
import type { KeptDocument, KeptSigner } from './document.ts';
import { deliverableAddress } from './email.ts';
import { type EmailContent, emailHtml, emailText } from './email-html.ts';
import type { Mail } from './repository/mails.ts';

type Told = Pick<
  KeptDocument,
  'name' | 'status' | 'message' | 'senderName' | 'replyTo' | 'expiresAt'
>;

/** An email to a signer, as plain text and as HTML. */
export function letterTo(
  { name, email }: KeptSigner,
  document: Told,
  { kind, url }: { kind: Mail['kind']; url: string },
): Letter {
  const { subject, opening, action, closing } = WORDS[kind](document);
  const message = kind === 'invitation' ? document.message : null;
  const content: EmailContent = {
    subject: oneLine(subject),
    greeting: `Hello ${name},`,
    opening,
    message: message
      ? { from: `Message from ${document.senderName ?? 'the sender'}:`, text: message }
      : undefined,
    button: action ? { label: action, url } : undefined,
    closing,
  };
  return {
    to: deliverableAddress(email),
    replyTo: document.replyTo && deliverableAddress(document.replyTo),
    subject: content.subject,
    text: emailText(content),
    html: emailHtml(content),
  };
}

interface Words {
  subject: string;
  opening: string;
  /** The label of the button, in emails that have a link. */
  action?: string;
  closing: string[];
}

const FOR_YOU_ONLY = 'This link is for you only. Don’t forward it.';

const WORDS: Record<Mail['kind'], (document: Told) => Words> = {
  invitation: ({ name, senderName, expiresAt }) => ({
    subject: senderName ? `${senderName} asks you to sign: ${name}` : `Please sign: ${name}`,
    opening: senderName
      ? `${senderName} asks you to sign “${name}”.`
      : `You have been asked to sign “${name}”.`,
    action: 'Review and sign',
    closing: [`${FOR_YOU_ONLY} It expires on ${momentOf(expiresAt ?? '')}.`],
  }),
  completion: ({ name }) => ({
    subject: `Completed: ${name}`,
    opening: `All signers have signed “${name}”. The sealed document is ready.`,
    action: 'Download the document',
    closing: [FOR_YOU_ONLY],
  }),
  closed: (document) => ({
    subject: `${document.name} is no longer available for signing`,
    opening: `“${document.name}” ${endOf(document)}.`,
    closing: ['It can no longer be signed. You don’t need to do anything.'],
  }),
};

function endOf({ status, senderName }: Told): string {
  if (status === 'declined') return 'was declined by one of its signers';
  if (status === 'voided') return `was withdrawn by ${senderName ?? 'its sender'}`;
  return 'was not signed by all signers before it expired';
}

/** `2026-03-31 at 14:05 UTC`: a link expires at a time of day, and its holder may be in any zone. */
const momentOf = (instant: string) => instant.replace(/T(\d\d:\d\d).*$/, ' at $1 UTC');

/** A line break in a subject would begin a header of its own. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
