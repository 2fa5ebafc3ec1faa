import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailTo } from '#shared/documents/emails.ts';
import type { StoredSigner } from '#shared/documents/signer.ts';

const PLAIN = { name: null, registeredName: null, colour: null, logo: null };
const signer = { name: 'Ada', email: 'ada@example.com', language: null } as StoredSigner;
const DOCUMENT = {
  name: 'Lease',
  status: 'sent' as const,
  message: null,
  senderName: null,
  replyTo: null,
  organizationName: null,
  language: null,
  expiresAt: '2026-03-31T14:05:00.000Z',
};
const url = 'https://api.example.com/api/v1/sign/sl_test_x';
const invitation = (changes: { name?: string; message?: string; senderName?: string }) =>
  emailTo(signer, { ...DOCUMENT, ...changes }, { kind: 'invitation', brand: PLAIN, url });

describe('brand of an email', () => {
  const BRAND = { name: 'Example Pay', registeredName: 'Example Payments Ltd', colour: '#ffd400', logo: null };
  const branded = (changes: object = {}, brand = BRAND) =>
    emailTo(signer, { ...DOCUMENT, ...changes }, { kind: 'invitation', brand, url });

  test('names the organization and, where it is another one, its registered name', () => {
    const { html, text, subject } = branded();

    expect(subject).toBe('Example Pay asks you to sign: Lease');
    expect(html).toMatch(/<p dir="auto"[^>]*>Example Pay<\/p>/);
    expect(text).toContain('This email was sent on behalf of Example Pay (Example Payments Ltd).');
  });

  test('does not repeat a registered name that differs in case and spaces only', () => {
    const { text } = branded({}, { ...BRAND, registeredName: 'EXAMPLE  pay' });

    expect(text).toContain('This email was sent on behalf of Example Pay.');
  });

  test('gives way to the organization named for the document, whose registered name is still there', () => {
    const { html, text } = branded({ organizationName: 'Harbour <Estates>' });

    expect(html).toContain('>Harbour &lt;Estates&gt;</p>');
    expect(text).toContain('on behalf of Harbour <Estates> (Example Payments Ltd).');
  });

  test('has the colour on the button with readable text, and no image that a server could count', () => {
    const { html } = branded();

    expect(html).toContain('background-color:#ffd400');
    expect(html).toContain('color:#000000;text-decoration:none');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('color:#ffd400;word-break');
  });
});

describe('HTML part of an email', () => {
  test('an invitation has sender, document, one button, the link and the expiry with its time zone', () => {
    const { html, text, subject } = invitation({ senderName: 'Harbour Estates' });

    expect(subject).toBe('Harbour Estates asks you to sign: Lease');
    for (const part of [html, text]) {
      expect(part).toContain('Harbour Estates asks you to sign “Lease”.');
      expect(part).toContain('It expires on 31 March 2026 at 14:05 UTC.');
    }
    expect(html.match(/<a /g)).toHaveLength(2);
    expect(html.match(new RegExp(`href="${url}"`, 'g'))).toHaveLength(2);
    expect(html).toContain('>Review and sign</a>');
    expect(html).toContain('If the button doesn’t work, open this link:');
    expect(text).toContain(`Review and sign:\n${url}`);
  });

  test.each([
    ['declined', 'was declined by one of its signers'],
    ['voided', 'was withdrawn by its sender'],
    ['expired', 'was not signed by all signers before it expired'],
  ] as const)('an email about a %s document has no link', (status, why) => {
    const { subject, html, text } = emailTo(signer, { ...DOCUMENT, status }, { kind: 'closed', brand: PLAIN, url });
    expect(subject).toBe('Lease is no longer available for signing');
    for (const part of [html, text]) expect(part).toContain(`“Lease” ${why}.`);
    expect(html + text).not.toContain(url);
  });

  test('a completed document is announced with its download link', () => {
    const completed = { ...DOCUMENT, status: 'completed' as const };
    const { subject, html } = emailTo(signer, completed, { kind: 'completion', brand: PLAIN, url });
    expect(subject).toBe('Completed: Lease');
    expect(html).toContain('>Download the document</a>');
  });

  test('nothing is loaded from other origins, and tables are used for layout only', () => {
    const { html } = invitation({ message: 'Hello' });
    expect(html).not.toMatch(/<(img|link|script|style|iframe)|url\(|src=/i);
    expect(html.match(/<table/g)?.length).toBe(html.match(/<table role="presentation"/g)?.length);
    expect(html).toMatch(/<html lang="en" dir="ltr">[\s\S]*<title>Please sign: Lease<\/title>/);
  });

  test('no value adds an element or an attribute', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('<b>', '"onclick="x', "'><script>", '&lt;', '</td>', '<!--', ']]>'),
    );
    const tagsOf = (html: string) => html.match(/<[^>]*>/g)?.filter((tag) => tag !== '<br>');
    const plain = tagsOf(invitation({ name: 'x', senderName: 'x', message: 'x' }).html);
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, senderName, message) => {
        const { html } = invitation({ name: `x${name}`, senderName: `x${senderName}`, message: `x${message}` });
        expect(tagsOf(html)).toEqual(plain);
      }),
    );
  });

  test('a line break in a name does not reach the subject', () => {
    expect(invitation({ name: 'Lease\r\nBcc: eve@example.com' }).subject).not.toMatch(/[\r\n]/);
  });
});
