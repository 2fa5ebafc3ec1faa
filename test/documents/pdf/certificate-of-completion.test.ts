import { expect, test } from 'vitest';
import {
  type CertificateEvent,
  type CompletionFacts,
  certificateOf,
} from '#packages/agreements/src/pdf/certificate-of-completion.ts';
import type { CertificateRow } from '#packages/agreements/src/printing/typst-certificate.ts';
import { aCompletedSigner, completionFacts } from '#packages/agreements/test/pdf/completion-facts.ts';
import type { AuditAction, AuditEntry } from '#shared/documents/audit.ts';
import type { StoredSigner } from '#shared/documents/signer.ts';
import { certificateEvents, currentHandOuts } from '#shared/documents/use-cases/certificate-events.ts';
import { summaryOf } from '#shared/documents/use-cases/hand-outs.ts';
import { anEntry, aStoredSigner } from './trails.ts';

const certificate = (facts: Partial<CompletionFacts> = {}) => certificateOf(completionFacts(facts), 'A4');

const shown = ({ label, lines }: CertificateRow) => `${label}: ${lines.map(({ text }) => text).join(' | ')}`;

test('certificate: the summary names document, sender, template and hashes', () => {
  expect(certificate().summary.map(shown)).toEqual([
    'Document: Lease',
    'Document ID: 0195a000-0000-7000-8000-000000000001',
    'Pages: 2, followed by this certificate',
    'Sender: Harbour Estates | api_key:0195a000-0000-7000-8000-000000000003',
    'Template: Standard lease | 0195a000-0000-7000-8000-000000000002',
    'Template revision: 3',
    `SHA-256, template source: ${'d'.repeat(64)}`,
    'Completed: 2026-03-01 10:20:30 UTC',
    `SHA-256, original file: ${'a'.repeat(64)}`,
    `SHA-256, signed file: ${'b'.repeat(64)} | Without this certificate and the seal`,
    'Seal: PAdES B-B: the time of the seal is stated by the service | ' +
      'Shows that the file is unchanged since sealing; the issuer is not vouched for',
  ]);
});

test('certificate: an uploaded document without a sender name shows neither', () => {
  const sender = { name: null, principal: 'api_key:1' };
  const rows = certificate({ templates: [], sender }).summary.map(shown);

  expect(rows).toContain('Sender: api_key:1');
  expect(rows.filter((row) => row.includes('emplate'))).toEqual([]);
});

test('certificate: a document of several templates names each, with its number', () => {
  const [lease] = completionFacts().templates;
  if (!lease) throw new Error('The facts have no template.');

  const rows = certificate({ templates: [lease, { ...lease, name: 'House rules', revision: 2 }] }).summary.map(shown);

  expect(rows.filter((row) => row.startsWith('Template'))).toEqual([
    `Template 1: Standard lease | ${lease.id}`,
    'Template revision: 3',
    `Template 2: House rules | ${lease.id}`,
    'Template revision: 2',
  ]);
});

test('certificate: every signer has the same rows, whatever is recorded', () => {
  const unknown = aCompletedSigner({
    viewedAt: null,
    ipAddress: null,
    userAgent: null,
    consent: null,
    disclosure: null,
    openedOn: undefined,
    signedOn: undefined,
    signature: null,
  });

  const [one, other] = certificate({ signers: [aCompletedSigner(), unknown] }).signers;

  expect(one?.rows.map(shown)).toEqual([
    'Email: ada@example.com',
    'Signer ID: 0195a000-0000-7000-8000-000000000110',
    'Signing order: 1',
    'Signing link: Emailed 2026-03-01 09:00:05 UTC | Not given to the sender',
    'First opened: 2026-03-01 10:00:00 UTC | On the signing page',
    'Signed: 2026-03-01 10:20:30 UTC | On the signing page | Page loaded 2026-03-01 09:19:00 UTC',
    'IP address: 203.0.113.7',
    'Browser: Mozilla/5.0',
    'Disclosure accepted: 2026-03-01 09:20:00 UTC | version 2026-11 (en) | On the signing page',
    'Consent: “You sign.”',
  ]);
  expect(one?.signature).toEqual({ caption: 'Signature', isSigned: true });
  expect(other?.rows.map(({ label }) => label)).toEqual(one?.rows.map(({ label }) => label));
  expect(other?.rows.map(shown)).toEqual(
    expect.arrayContaining([
      'First opened: Not recorded',
      'IP address: Not recorded',
      'Browser: Not recorded',
      'Disclosure accepted: Not recorded',
      'Consent: Not recorded',
    ]),
  );
  expect(other?.signature).toEqual({ caption: 'No signature field', isSigned: false });
});

test('certificate: events end with the completion, and the trail is identified by its last hash', () => {
  const { events, closing } = certificate();

  expect(events.rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['2026-03-01 09:00:00 UTC', 'Document sent', 'Harbour Estates', '–'],
    ['2026-03-01 10:20:30 UTC', 'Signed', 'Ada Example', '203.0.113.7'],
    ['2026-03-01 10:20:30 UTC', 'Document completed', '–', '–'],
  ]);
  expect(closing[0]?.text).toContain('It does not prove who held the link.');
  expect(closing[1]?.text).toContain('12 entries');
  expect(closing[2]).toEqual({ text: 'c'.repeat(64), isId: true });
});

test('certificate: acts without a session of the page, and what a client states, are printed as that', () => {
  const signer = aCompletedSigner({
    openedOn: null,
    signedOn: null,
    consent: { sentence: 'You sign.', isStated: true },
  });

  const rows = certificate({ signers: [signer] }).signers[0]?.rows.map(shown);

  expect(rows).toEqual(
    expect.arrayContaining([
      'First opened: 2026-03-01 10:00:00 UTC | Without a session of the signing page',
      'Signed: 2026-03-01 10:20:30 UTC | Without a session of the signing page',
      'Consent: Stated by an API client, without a session of the signing page: | “You sign.”',
    ]),
  );
});

test('certificate: recipients of a link are named, and many are counted', () => {
  const given = [1, 2, 3, 4, 5].map((n) => ({
    to: `user:${n}`,
    at: `2026-03-01T09:00:0${n}.000Z`,
  }));
  const signer = aCompletedSigner({ handOuts: { emailedAt: null, given } });

  const [row] = certificate({ signers: [signer] }).signers[0]?.rows.slice(3) ?? [];

  expect(row && shown(row)).toBe(
    'Signing link: Not emailed | Given to the sender 2026-03-01 09:00:01 UTC | user:1 | ' +
      'Given to the sender 2026-03-01 09:00:02 UTC | user:2 | Given to the sender 2026-03-01 09:00:03 UTC | ' +
      'user:3 | and to 2 others, see the audit trail',
  );
});

test('certificate: only characters without a font are spelled out', () => {
  expect(certificate({ documentName: 'Vertrag für 李 😀😀' }).summary.map(shown)).toContain(
    'Document: Vertrag für 李 [U+1F600][U+1F600]',
  );
});

const ada = aStoredSigner(1, 'Ada Example');
const long = aStoredSigner(2, 'Maria del Carmen '.repeat(11).trim());
const about = (action: AuditAction, signer: StoredSigner, details: object = {}): AuditEntry => ({
  ...anEntry(action),
  details: { signerId: signer.id, linkVersion: 1, ...details },
});
const SENT = { ...anEntry('document.sent'), details: { returnLinks: false } };
const TRAIL = [
  anEntry('document.created'),
  anEntry('field.created'),
  SENT,
  about('link.disclosed', long),
  about('invitation.sent', ada),
  anEntry('document.viewed', ada),
  anEntry('consent.accepted', ada),
  anEntry('field.filled', ada),
  anEntry('signer.signed', ada),
  anEntry('signer.signed', long),
];
const shownEvents = (events: readonly CertificateEvent[]) => events.map(({ event, actor }) => `${event}: ${actor}`);

test('certificate events: hand-outs of links are shown; fields and drafts are only in the audit trail', () => {
  const signers = [ada, long];

  const events = certificateEvents(TRAIL, { signers, senderName: 'Harbour Estates' });

  expect(shownEvents(events)).toEqual([
    'Document sent: Harbour Estates',
    'Link of Signer 2 given to sender: Harbour Estates',
    'Link of Signer 1 emailed: null',
    'Document opened: Ada Example',
    'Disclosure accepted: Ada Example',
    'Signed: Ada Example',
    'Signed: Signer 2',
  ]);
  expect(summaryOf(currentHandOuts(TRAIL, ada.id))).toEqual({ emailedAt: SENT.at, given: [] });
  expect(summaryOf(currentHandOuts(TRAIL, long.id))).toEqual({
    emailedAt: null,
    given: [{ to: SENT.actor, at: SENT.at }],
  });
});

test('certificate events: earlier releases returned all links with `send` and with a new link', () => {
  const issued = { ...anEntry('link.issued'), details: { signerId: ada.id } };
  const trail = [anEntry('document.sent'), issued];

  for (const { id } of [ada, long]) expect(currentHandOuts(trail, id)).toHaveLength(2);
});

test('certificate events: of many hand-outs the latest are shown, and the others counted', () => {
  const trail = [SENT, ...Array.from({ length: 25 }, () => about('link.disclosed', ada))];

  const events = certificateEvents(trail, { signers: [ada], senderName: null });

  expect(events).toHaveLength(12);
  expect(events[1]?.event).toBe('Link of Signer 1: 15 earlier hand-outs, see the audit trail');
});

test('certificate events: hand-outs before an address correction are not the signer’s', () => {
  const corrected = about('signer.corrected', ada, { isLinkReplaced: true });
  const trail = [SENT, about('link.disclosed', ada), corrected, about('invitation.sent', ada)];

  expect(summaryOf(currentHandOuts(trail, ada.id)).given).toEqual([]);
});

test.each([null, 'ᛊ'.repeat(200)])('certificate events: a sender named %s is “Sender”', (name) => {
  const [sent] = certificateEvents(TRAIL, { signers: [ada], senderName: name });

  expect(sent?.actor).toBe('Sender');
});

test('certificate events: events before an address correction are not the signer’s', () => {
  const corrected = (isLinkReplaced: boolean) => ({
    ...anEntry('signer.corrected'),
    details: { signerId: ada.id, isLinkReplaced },
  });
  const trail = [
    SENT,
    anEntry('document.viewed', ada),
    anEntry('document.viewed', long),
    corrected(true),
    anEntry('consent.accepted', ada),
    corrected(true),
    anEntry('document.viewed', ada),
    corrected(false),
    anEntry('signer.signed', ada),
  ];

  const events = certificateEvents(trail, { signers: [ada, long], senderName: null });

  expect(events.map(({ event, actor }) => `${event}: ${actor}`)).toEqual([
    'Document sent: Sender',
    'Document opened: Signer 2',
    'Signer 1 corrected: Sender',
    'Document opened: Ada Example',
    'Signed: Ada Example',
  ]);
});
