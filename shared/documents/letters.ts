import type { Letter } from '#shared/platform/mail.ts';
import type { KeptDocument, KeptSigner } from './document.ts';
import { deliverableAddress } from './email.ts';
import type { Mail } from './repository/mails.ts';

type Told = Pick<
  KeptDocument,
  'name' | 'status' | 'message' | 'senderName' | 'replyTo' | 'expiresAt'
>;

/** What a signer is written. Names and messages are text; in HTML they are escaped. */
export function letterTo(
  { name, email }: KeptSigner,
  document: Told,
  { kind, url }: { kind: Mail['kind']; url: string },
): Letter {
  const { subject, opening, action, closing } = WORDS[kind](document);
  const message = kind === 'invitation' ? document.message : null;
  const greeting = [`Hello ${name},`, opening];
  const introduction = `A message from ${document.senderName ?? 'the sender'}:`;
  return {
    to: deliverableAddress(email),
    replyTo: document.replyTo && deliverableAddress(document.replyTo),
    subject: oneLine(subject),
    text: [
      ...greeting,
      ...(message ? [introduction, message] : []),
      ...(action ? [`${action}: ${url}`] : []),
      closing,
    ].join('\n\n'),
    html: [
      ...greeting.map(paragraph),
      ...(message ? [paragraph(introduction), asWritten(message)] : []),
      ...(action ? [`<p><a href="${escaped(url)}">${escaped(action)}</a></p>`] : []),
      paragraph(closing),
    ].join('\n'),
  };
}

/** Names may be of any script, so each paragraph runs in the direction of its own. */
const paragraph = (text: string) => `<p dir="auto">${escaped(text)}</p>`;

/** What the sender wrote in lines stays in lines. */
const asWritten = (text: string) =>
  `<p dir="auto" style="white-space:pre-line">${escaped(text)}</p>`;

interface Words {
  subject: string;
  opening: string;
  /** What the link is for, where there is one. */
  action?: string;
  closing: string;
}

const WORDS: Record<Mail['kind'], (document: Told) => Words> = {
  invitation: ({ name, senderName, expiresAt }) => ({
    subject: senderName ? `${senderName} asks you to sign: ${name}` : `Please sign: ${name}`,
    opening: senderName
      ? `${senderName} asks you to sign “${name}”.`
      : `You are asked to sign “${name}”.`,
    action: 'Read and sign',
    closing: `This link is yours alone; do not pass it on. It ends on ${momentOf(expiresAt ?? '')}.`,
  }),
  completion: ({ name }) => ({
    subject: `Signed by everybody: ${name}`,
    opening: `Everybody has signed “${name}”. The sealed document is ready.`,
    action: 'Fetch the document',
    closing: 'This link is yours alone; do not pass it on.',
  }),
  closed: (document) => ({
    subject: `Not to be signed any more: ${document.name}`,
    opening: `“${document.name}” ${endOf(document)}.`,
    closing: 'Nobody can sign it any more, and there is nothing left for you to do.',
  }),
};

function endOf({ status, senderName }: Told): string {
  if (status === 'declined') return 'was declined by somebody who was to sign it';
  if (status === 'voided') return `was withdrawn by ${senderName ?? 'its sender'}`;
  return 'was not signed by everybody in time';
}

/** `2026-03-31 at 14:05 UTC`: a link ends at a time of day, and its holder may be in any zone. */
const momentOf = (instant: string) => instant.replace(/T(\d\d:\d\d).*$/, ' at $1 UTC');

/** A line break in a subject would begin a header of its own. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
