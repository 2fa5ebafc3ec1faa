import { expect, test } from 'vitest';
import type { AuditEntry } from '#shared/documents/audit.ts';
import type { KeptSigner } from '#shared/documents/document.ts';
import {
  FIELDS_PER_DOCUMENT,
  NAME_CHARACTERS,
  SIGNERS_PER_DOCUMENT,
} from '#shared/documents/limits.ts';
import { printCertificate } from '#shared/documents/pdf/print-certificate.ts';
import { typstPrinter } from '#shared/documents/printing/typst-printer.ts';
import { auditLines } from '#shared/documents/use-cases/audit-lines.ts';
import { aField, idOf } from '#test/documents/fields/builders.ts';
import { completionFacts } from './completion-facts.ts';
import { readPdf } from './text-places.ts';

const NOW = '2026-03-01T10:20:30.456Z';
const A_KEY = 'api_key:0195a000-0000-7000-8000-000000000001';

const signersNamed = (name: string, count = 1, userAgent = 'Mozilla/5.0') =>
  Array.from(
    { length: count },
    (_, index): KeptSigner => ({
      ...{ id: `0195a000-0000-7000-8000-0000000001${index + 10}`, roleId: null, name },
      ...{
        email: `${'m'.repeat(60)}@${'example.'.repeat(23)}com`,
        signingOrder: 1_000,
        language: null,
      },
      ...{ status: 'completed', linkVersion: 1, linkHash: null, invitedAt: NOW },
      ...{ viewedAt: NOW, completedAt: NOW, consent: null },
      ...{ ipAddress: '2001:db8:1111:2222:3333:4444:5555:6666', userAgent },
    }),
  );

/** What is noted down while fields are placed and filled, by turns with invitations. */
function aTrail(signers: readonly KeptSigner[], length: number): AuditEntry[] {
  const id = signers.at(-1)?.id;
  const rest = { at: NOW, ipAddress: null, userAgent: null, previousHash: '', hash: '' };
  return Array.from({ length }, (_, index) =>
    index % 2 === 0
      ? {
          ...{ ...rest, number: index + 1, actor: `signer:${id}` },
          ...{ action: 'field.filled', details: { fieldId: idOf('field', 1) } },
        }
      : {
          ...{ ...rest, number: index + 1, actor: A_KEY },
          ...{ action: 'invitation.sent', details: { signerId: id } },
        },
  );
}

/** The one field has the label, and belongs to the first of the signers. */
async function printed(signers: readonly KeptSigner[], entries: number, label = 'Lease') {
  const fields = [aField(1, { label, signerId: signers[0]?.id ?? '' })];
  const auditEntries = auditLines(aTrail(signers, entries), { signers, fields });
  const facts = completionFacts({
    ...{ documentName: label, auditEntries },
    signers: signers.map((signer) => ({ ...signer, consent: null, disclosure: null })),
  });
  return printCertificate(facts, typstPrinter.print, 'Letter');
}

const textOf = async (pdf: Uint8Array | undefined) =>
  pdf ? (await readPdf(pdf)).texts.map(({ text }) => text).join(' ') : '';

test('the rows of the trail say which field was filled or cleared, and whose it is', () => {
  const signers = signersNamed('Olga Owner', 2).map((signer, index) =>
    index === 0 ? signer : { ...signer, name: 'Peter Preparer' },
  );
  const [owner, preparer] = signers.map(({ id }) => id);
  const fields = [
    aField(1, { label: 'Price', signerId: owner ?? '' }),
    aField(2, { label: 'ᛊ'.repeat(100), signerId: owner ?? '' }),
  ];
  const filling = (actorId: string | undefined, field: number, isFilled = true): AuditEntry => ({
    ...{ number: 1, at: NOW, ipAddress: null, userAgent: null, previousHash: '', hash: '' },
    ...{ actor: `signer:${actorId}`, action: 'field.filled' },
    details: { fieldId: idOf('field', field), signerId: actorId, isFilled },
  });

  const lines = auditLines(
    [filling(owner, 1), filling(preparer, 1), filling(owner, 1, false), filling(owner, 2)],
    { signers, fields },
  );

  expect(lines.map(({ actor, action }) => `${actor}: ${action}`)).toEqual([
    'Olga Owner: Field filled: Price',
    'Peter Preparer: Field filled: Price (of Olga Owner)',
    'Olga Owner: Field cleared: Price',
    'Olga Owner: Field filled: Text on page 1 at 72, 72',
  ]);
});

test('of a signer whose name has to be spelled out the rows of the trail say the number', async () => {
  const pdfs = await printed(signersNamed('ᚾᚨᛗᛖ ᛟᚠ ᚾᛟᛒᛟᛞᛁ ᚲᚾᛟᚹᛉ ᛟᚱ ᚱᛖᚨᛞᛉ'), 500);

  expect(pdfs).toHaveLength(1);
  const text = await textOf(pdfs[0]);
  expect(text).toContain('Invitation sent: Signer 1');
  expect(text.match(/\[U\+16BE\]/g)).toHaveLength(3); // as often as in the name
});

test('a signer with a name as people have them is called by it', async () => {
  const [pdf] = await printed(signersNamed('Mohammed bin Rashid Al Maktoum'), 4);

  const text = await textOf(pdf);
  expect(text).toMatch(/sent: Mohammed\s+bin\s+Rashid\s+Al\s+Maktoum/);
  expect(text).not.toContain('sent: Signer 1');
});

const ALL_FIELDS_PLACED_AND_FILLED = 2 * FIELDS_PER_DOCUMENT;
const LONG_USER_AGENT = 'ᛊ'.repeat(10_000);

test.each([
  ['of letters that no font has', '\u{10ffff}'.repeat(NAME_CHARACTERS)],
  ['of marks that no font has together', `契${'\u{0951}\u{05b0}'.repeat(NAME_CHARACTERS / 2 - 1)}`],
  ['of letters as wide as a cell', '\u{fdfd}'.repeat(NAME_CHARACTERS)],
  ['of lines', 'i\u{2028}'.repeat(NAME_CHARACTERS / 2)],
])('a long trail is printed where all names are %s', async (_case, name) => {
  const signers = signersNamed(name, SIGNERS_PER_DOCUMENT, LONG_USER_AGENT);

  const pdfs = await printed(signers, ALL_FIELDS_PLACED_AND_FILLED, name);

  expect(await textOf(pdfs.at(-1))).toContain(` ${ALL_FIELDS_PLACED_AND_FILLED} `);
});

test('what is too many pages at once is printed in smaller parts', async () => {
  const others = signersNamed('ᛊ'.repeat(NAME_CHARACTERS), SIGNERS_PER_DOCUMENT, LONG_USER_AGENT);
  const [signer] = signersNamed('契'.repeat(40)); // just short enough to stand in every row

  const pdfs = await printed(signer ? [...others.slice(1), signer] : [], 500);

  expect(pdfs).toHaveLength(2);
  expect(await textOf(pdfs[1])).toContain(' 500 ');
});
