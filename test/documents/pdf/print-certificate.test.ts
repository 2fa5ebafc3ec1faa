import { expect, test } from 'vitest';
import { TEMPLATES_PER_BUNDLE } from '#packages/agreements/src/limits.ts';
import {
  type CompletedSigner,
  type CompletionFacts,
  certificateOf,
} from '#packages/agreements/src/pdf/certificate-of-completion.ts';
import { nameInEvent } from '#packages/agreements/src/pdf/name-in-event.ts';
import type { PageSize } from '#packages/agreements/src/printing/printer.ts';
import { printCertificate } from '#packages/agreements/src/printing/typst-certificate.ts';
import { aCompletedSigner, completionFacts } from '#packages/agreements/test/pdf/completion-facts.ts';
import { hasPoppler, textOf } from '#packages/agreements/test/pdf/pixels.ts';
import { type PlacedText, readPdf } from '#packages/agreements/test/pdf/text-places.ts';
import { NAME_CHARACTERS, SIGNERS_PER_DOCUMENT } from '#shared/documents/limits.ts';
import { some } from '#test/support/soak.ts';

const AN_IPV6 = '2001:db8:1111:2222:3333:4444:5555:6666';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const NAMES = [
  'Åse Nilsen',
  'محمد بن راشد',
  '李小龍',
  'Юлия Пример',
  'สมชาย ใจดี',
  'x'.repeat(NAME_CHARACTERS),
  'Maria del Carmen '.repeat(11).trim(),
  'דוד כהן',
  '김철수',
  'देवनागरी नाम',
];

const signersNamed = (names: readonly string[], about: Partial<CompletedSigner> = {}) =>
  names.map((name, index) =>
    aCompletedSigner({
      name,
      id: `0195a000-0000-7000-8000-0000000001${index + 10}`,
      ipAddress: AN_IPV6,
      userAgent: CHROME,
      ...about,
    }),
  );

const eventsOf = (signers: readonly CompletedSigner[]): CompletionFacts['events'] =>
  signers.flatMap(({ name, ipAddress }, index) =>
    ['Document opened', 'Disclosure accepted', 'Signed'].map((event) => ({
      at: '2026-03-01T10:20:30.456Z',
      event,
      ipAddress,
      actor: nameInEvent(name, index),
    })),
  );

async function printed(
  signers: readonly CompletedSigner[],
  { pageSize = 'A4', ...facts }: Partial<CompletionFacts> & { pageSize?: PageSize } = {},
) {
  const events = eventsOf(signers);
  const job = certificateOf(completionFacts({ signers, events, ...facts }), pageSize);
  const { pdf, signatures } = await printCertificate(job);
  return { pdf, signatures, ...(await readPdf(pdf)) };
}

const wordsOn = (texts: readonly PlacedText[], page: number) =>
  texts.filter(({ pageNumber }) => pageNumber === page).map(({ text }) => text);

test.each(some(['A4', 'Letter'] as const, 1))(
  'certificate on %s: the block of each of ten signers is on one page',
  async (pageSize) => {
    const { texts, signatures, pageCount } = await printed(signersNamed(NAMES), { pageSize });

    const pagesOf = (label: string) => texts.filter(({ text }) => text === label).map(({ pageNumber }) => pageNumber);
    const headings = NAMES.flatMap((_, index) => pagesOf(`Signer ${index + 1}`).slice(0, 1));
    expect(headings).toHaveLength(NAMES.length);
    expect(new Set(headings).size).toBeGreaterThan(1);
    expect(pagesOf('Email')).toEqual(headings);
    expect(pagesOf('Consent')).toEqual(headings);
    expect(pagesOf('Signature')).toEqual(headings);
    expect(signatures.map(({ pageNumber }) => pageNumber)).toEqual(headings);
    expect(signatures.map(({ role }) => Number(role))).toEqual([...NAMES.keys()]);
    expect(new Set(signatures.map(({ xPosition }) => xPosition)).size).toBe(1);
    const times = wordsOn(texts, pageCount).filter((text) => text.endsWith('UTC'));
    expect(times.length).toBeGreaterThan(1);
  },
);

test('certificate: page numbers continue after the pages of the document', async () => {
  const { texts, pageCount } = await printed(signersNamed(NAMES), { pageCount: 7 });

  for (let page = 1; page <= pageCount; page += 1)
    expect(wordsOn(texts, page).join(' ')).toMatch(
      new RegExp(`Certificate ${page} / ${pageCount} · Page ${7 + page} of ${7 + pageCount} of this file$`),
    );
});

test('certificate: ten templates with long names continue on the next page', async () => {
  const [template] = completionFacts().templates;
  if (!template) throw new Error('The facts have no template.');
  const templates = Array.from({ length: TEMPLATES_PER_BUNDLE }, (_, index) => ({
    ...template,
    name: `${'Annex of the lease '.repeat(10)}${index + 1}`,
    sourceHash: String(index).repeat(64),
  }));

  const { texts, pageCount } = await printed(signersNamed(['Ada Example']), { templates });

  expect(pageCount).toBeGreaterThan(1);
  const lines = texts.map(({ text }) => text);
  for (const { sourceHash } of templates) expect(lines).toContain(sourceHash);
  expect(lines.join(' ')).toContain('Seal');
});

test.each(['A4', 'Letter'] as const)('certificate on %s: ids and times stay on one line', async (pageSize) => {
  const facts = completionFacts();
  const { texts } = await printed(signersNamed(['Ada Example']), { pageSize });

  const lines = texts.map(({ text }) => text);
  for (const id of [
    facts.documentId,
    facts.sender.principal,
    facts.templates[0]?.id,
    facts.templates[0]?.sourceHash,
    facts.originalSha256,
    facts.stampedSha256,
    facts.audit.head,
    '0195a000-0000-7000-8000-000000000110',
    AN_IPV6,
  ])
    expect(lines).toContain(id);
  expect(lines.filter((text) => text === AN_IPV6)).toHaveLength(4); // the signer's and three events
  expect(lines.filter((text) => text === '2026-03-01 10:20:30 UTC')).toHaveLength(6);
});

test.runIf(hasPoppler)('certificate: names are extracted in every script (needs Poppler)', async () => {
  const { pdf } = await printed(signersNamed(NAMES), { documentName: 'عقد إيجار' });

  const text = textOf(pdf).replaceAll(/\s+|[\u202a-\u202e]/g, '');
  for (const name of NAMES) expect(text).toContain(name.replaceAll(' ', ''));
  expect(text).toContain('عقدإيجار');
});

test('certificate: a name that is spelled out appears once, and by number in the events', async () => {
  const { texts } = await printed(signersNamed(['ᚾᚨᛗᛖ ᛟᚠ ᚾᛟᛒᛟᛞᛁ ᚲᚾᛟᚹᛉ ᛟᚱ ᚱᛖᚨᛞᛉ']));

  const text = texts.map((one) => one.text).join(' ');
  expect(text).toMatch(/Signed +Signer 1/);
  expect(text.match(/\[U\+16BE\]/g)).toHaveLength(3); // as often as in the name
});

const LONG_EMAIL = `${'m'.repeat(60)}@${'example.'.repeat(23)}com`;
const LONG_USER_AGENT = 'ᛊ'.repeat(10_000);

const WORST_NAMES: [string, string][] = [
  ['of letters that no font has', '\u{10ffff}'.repeat(NAME_CHARACTERS)],
  ['of marks that no font has together', `契${'\u{0951}\u{05b0}'.repeat(NAME_CHARACTERS / 2 - 1)}`],
  ['of letters as wide as a cell', '\u{fdfd}'.repeat(NAME_CHARACTERS)],
  ['of lines', 'i\u{2028}'.repeat(NAME_CHARACTERS / 2)],
];
test.each(some(WORST_NAMES, 1))(
  'certificate: the maximum number of signers is printed if all names are %s',
  async (_case, name) => {
    const names = Array<string>(SIGNERS_PER_DOCUMENT).fill(name);
    const signers = signersNamed(names, { email: LONG_EMAIL, userAgent: LONG_USER_AGENT });

    const { texts, signatures } = await printed(signers, { documentName: name });

    expect(signatures).toHaveLength(SIGNERS_PER_DOCUMENT);
    expect(texts.map(({ text }) => text)).toContain('Document completed');
  },
);
