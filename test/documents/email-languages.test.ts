import { describe, expect, test } from 'vitest';
import { LANGUAGE_CODES, type LanguageCode } from '#packages/signing-page/src/languages.ts';
import { noticeEmail } from '#shared/documents/email-notices.ts';
import { EMAIL_TEXTS } from '#shared/documents/email-texts.ts';
import { emailTo } from '#shared/documents/emails.ts';
import { NOTICE_TEXTS, REMINDER_TEXTS } from '#shared/documents/notice-texts.ts';
import type { StoredSigner } from '#shared/documents/signer.ts';

const url = 'https://api.example.com/api/v1/sign/sl_test_x';
const signerWith = (language: LanguageCode | null) =>
  ({ name: 'Ada Example', email: 'ada@example.com', language }) as StoredSigner;
const DOCUMENT = {
  name: 'Lease',
  status: 'sent' as const,
  message: 'Thank you.',
  replyTo: null,
  senderName: 'Bo Example',
  organizationName: 'Harbour Estates',
  language: null,
  expiresAt: '2026-03-31T14:05:00.000Z',
};
const PLAIN = { name: null, registeredName: null, colour: null, logo: null };
const UNNAMED = { ...DOCUMENT, senderName: null, organizationName: null };
const ENDED = ['declined', 'voided', 'expired'] as const;

/** Every email that a signer can get. */
const emailsIn = (language: LanguageCode, document: typeof DOCUMENT | typeof UNNAMED = DOCUMENT) => [
  emailTo(signerWith(language), document, { kind: 'invitation', brand: PLAIN, url }),
  emailTo(signerWith(language), { ...document, status: 'completed' }, { kind: 'completion', brand: PLAIN, url }),
  ...ENDED.map((status) =>
    emailTo(signerWith(language), { ...document, status }, { kind: 'closed', brand: PLAIN, url }),
  ),
  ...[true, false].map((isExpiring) =>
    emailTo(signerWith(language), document, { kind: 'reminder', brand: PLAIN, url, isExpiring }),
  ),
];

const CONSOLE = 'https://api.example.com/console/test/documents/019b76da-a800-7000-8000-000000000001';
const NOTICES = ['declined', 'bounced', 'completed', 'expired'] as const;

/** Every email that the sender can get. */
const noticesIn = (language: LanguageCode, document: typeof DOCUMENT | typeof UNNAMED = DOCUMENT) =>
  NOTICES.map((about) => {
    const signer = { ...signerWith(language), id: 'ada', delivery: { status: 'bounced' } } as StoredSigner;
    const id = '019b76da-a800-7000-8000-000000000001';
    const known = { id, linkOrigin: 'https://api.example.com', noticesTo: 'bo@example.com', signers: [signer] };
    const state = {
      status: about === 'bounced' ? ('sent' as const) : about,
      closeReason: 'No {signer}, no.',
      language,
    };
    const email = noticeEmail({ ...document, ...known, ...state }, { about, signerId: 'ada', mode: 'test' }, PLAIN);
    if (!email) throw new Error(`The notice that a document is ${about} does not apply.`);
    return { about, ...email };
  });

const textsIn = (node: object, path = ''): [string, string][] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : textsIn(value, `${path}.${key}`),
  );
const placeholders = (texts: [string, string][]) =>
  texts.map(([path, text]) => [path, text.match(/\{\w+\}/g)?.sort() ?? []]);

/** What a reader sees of the HTML part, without the address, which only the text part shows once. */
const seenIn = (html: string) =>
  html
    .replace(/^[\s\S]*<body[^>]*>|<\/body>[\s\S]*$/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&#39;', "'")
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== url);
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && line !== url);

describe.each(LANGUAGE_CODES)('emails in %s', (language) => {
  test('have every text of the English ones, with the same placeholders', () => {
    for (const table of [EMAIL_TEXTS, NOTICE_TEXTS, REMINDER_TEXTS]) {
      expect(placeholders(textsIn(table[language]))).toEqual(placeholders(textsIn(table.en)));
      for (const [, text] of textsIn(table[language])) expect(text.trim()).not.toBe('');
    }
  });

  test('fill every placeholder and use every value', () => {
    for (const document of [DOCUMENT, UNNAMED])
      for (const { subject, text, html } of emailsIn(language, document))
        expect(subject + text + html).not.toMatch(/\{\w+\}|undefined|null|\u2068\u2069/);
    for (const { subject, text } of emailsIn(language)) {
      for (const value of ['Lease', 'Ada Example', 'Harbour Estates']) expect(text).toContain(value);
      expect(subject).toContain('Lease');
      expect(subject).not.toMatch(/[\u2068\u2069]/);
    }
    const [invitation] = emailsIn(language);
    for (const value of ['Bo Example', 'Thank you.', '2026', '14:05', 'UTC', url])
      expect(invitation?.text).toContain(value);
  });

  test('to the sender name the document and the signer, and have no signing link', () => {
    for (const document of [DOCUMENT, UNNAMED])
      for (const { about, to, subject, text, html } of noticesIn(language, document)) {
        expect(to).toBe('bo@example.com');
        expect(subject).toContain('Lease');
        expect(text).toContain(CONSOLE);
        expect(subject + text + html).not.toMatch(/\{(?!signer)|undefined|null|\u2068\u2069|\/sign\//);
        expect(text.includes('Ada Example')).toBe(about === 'declined' || about === 'bounced');
        expect(text.includes('No {signer}, no.')).toBe(about === 'declined');
      }
    const subjects = [...noticesIn(language), ...emailsIn(language).slice(-2)].map((one) => one.subject);
    expect(new Set(subjects).size).toBe(NOTICES.length + 2);
  });

  test('have the same content as text and as HTML', () => {
    const { fallback } = EMAIL_TEXTS[language];
    for (const { text, html } of emailsIn(language)) {
      const seen = seenIn(html).filter((line) => line !== fallback);
      expect(seen.map((line) => line.replace(/:$/, ''))).toEqual(linesOf(text).map((line) => line.replace(/:$/, '')));
    }
  });
});

test.each([
  ['en', '31 March 2026 at 14:05 UTC'],
  ['de', '31. März 2026 um 14:05 UTC'],
  ['pl', '31 marca 2026 14:05 UTC'],
  ['zh', '2026年3月31日 UTC 14:05'],
  ['ja', '2026年3月31日 14:05 UTC'],
] as const)('emails in %s: a time follows the order of the language', (language, moment) => {
  expect(emailsIn(language)[0]?.text).toContain(moment);
});

test('emails: are in English without a language', () => {
  const { html } = emailTo(signerWith(null), DOCUMENT, { kind: 'invitation', brand: PLAIN, url });
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(html).toContain('Bo Example (Harbour Estates) asks you to sign “Lease”.');
});

test('emails: in Arabic the layout is right-to-left and the URL left-to-right', () => {
  const [{ html, text } = { html: '', text: '' }] = emailsIn('ar');
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain(`<a href="${url}" dir="ltr"`);
  expect(text).toContain('\u2068Lease\u2069');
});

test('emails: an Arabic name does not reorder an English sentence', () => {
  const document = { ...DOCUMENT, senderName: 'شركة الثقة', organizationName: null };
  const { text } = emailTo(signerWith('en'), document, { kind: 'invitation', brand: PLAIN, url });
  expect(text).toContain('\u2068شركة الثقة\u2069 asks you to sign “Lease”.');
});
