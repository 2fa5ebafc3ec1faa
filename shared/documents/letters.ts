import type { Letter } from '#shared/platform/mail.ts';
import type { KeptDocument, KeptSigner } from './document.ts';
import type { Mail } from './repository/mails.ts';

/** What a signer is written. Names and messages are text; in HTML they are escaped. */
export function letterTo(
  { name, email }: KeptSigner,
  document: Pick<KeptDocument, 'name' | 'message' | 'expiresAt'>,
  { kind, url }: { kind: Mail['kind']; url: string },
): Letter {
  const { subject, opening, action, closing } = WORDS[kind](document);
  const paragraphs = [
    `Hello ${name},`,
    opening,
    ...(kind === 'invitation' && document.message ? [document.message] : []),
  ];
  return {
    to: email,
    subject: oneLine(subject),
    text: [...paragraphs, `${action}: ${url}`, closing].join('\n\n'),
    html: [
      ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
      `<p><a href="${escaped(url)}">${escaped(action)}</a></p>`,
      `<p>${escaped(closing)}</p>`,
    ].join('\n'),
  };
}

interface Words {
  subject: string;
  opening: string;
  action: string;
  closing: string;
}

const WORDS: Record<Mail['kind'], (document: Pick<KeptDocument, 'name' | 'expiresAt'>) => Words> = {
  invitation: ({ name, expiresAt }) => ({
    subject: `Please sign: ${name}`,
    opening: `You are asked to sign “${name}”.`,
    action: 'Read and sign',
    closing: `This link is yours alone; do not pass it on. It ends on ${momentOf(expiresAt ?? '')}.`,
  }),
  completion: ({ name }) => ({
    subject: `Signed by everybody: ${name}`,
    opening: `Everybody has signed “${name}”. The sealed document is ready.`,
    action: 'Fetch the document',
    closing: 'This link is yours alone; do not pass it on.',
  }),
};

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
