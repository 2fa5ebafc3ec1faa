import { expect, test } from 'vitest';
import type { Block, DocumentTree, Inline } from '#shared/documents/markdown/tree.ts';
import {
  type CompletionFacts,
  certificateTrees,
} from '#shared/documents/pdf/certificate-of-completion.ts';
import { anAuditLine, completionFacts } from './completion-facts.ts';

const wordsOf = (inlines: readonly Inline[]) =>
  inlines.map((inline) => ('text' in inline ? inline.text : '')).join('');

/** As it is read: a space in which no line ends looks like any other. */
const spaced = (line: string) => line.replaceAll('\u00a0', ' ');

const rowsOf = (block: Block) =>
  block.kind === 'table' ? [block.head, ...block.rows].map((row) => row.map(wordsOf)) : [];

const ENTRIES_PER_TREE = 500;
const treesOf = (facts: Partial<CompletionFacts> = {}) =>
  certificateTrees(completionFacts(facts), ENTRIES_PER_TREE);

/** Every text of a tree: of tables row by row. */
const linesOf = ({ blocks }: DocumentTree) =>
  blocks.flatMap((block) =>
    'children' in block && block.kind !== 'quote'
      ? [wordsOf(block.children)]
      : rowsOf(block).map((row) => row.join(': ')),
  );

test('states what was signed, by whom, and everything that happened, in order', () => {
  const [tree, ...others] = treesOf();

  expect(others).toEqual([]);
  expect(tree && linesOf(tree).map(spaced)).toEqual([
    'Certificate of completion',
    'Document: Lease',
    'Id: 0195a000-0000-7000-8000-000000000001',
    'Pages: 2',
    'Completed: 2026-03-01 10:20:30 UTC',
    `SHA-256 of the original file: ${'a'.repeat(64)}`,
    `SHA-256 of the signed file, without this certificate: ${'b'.repeat(64)}`,
    'Signers',
    'Signer 1: Ada Example',
    'E-mail: ada@example.com',
    'Signing order: 1',
    'First viewed: 2026-03-01 10:00:00 UTC',
    'Signed: 2026-03-01 10:20:30 UTC',
    'IP address: 203.0.113.7',
    'Browser: Mozilla/5.0',
    'Disclosure accepted: 2026-03-01 09:20:00 UTC, version 2026-11 (en)',
    'Consent: “You sign.”',
    'Audit trail',
    'No.: When: Who: What',
    '1: 2026-03-01 10:20:30 UTC: Ada Example: Step 1',
    '2: 2026-03-01 10:20:30 UTC: Ada Example: Step 2',
    expect.stringContaining('2 entries'),
    'c'.repeat(64),
  ]);
});

test('no line ends within a time', () => {
  const lines = treesOf().flatMap(linesOf);

  expect(lines).toContain('Completed: 2026-03-01\u00a010:20:30\u00a0UTC');
});

test('says what is not known of a signer', () => {
  const [signer] = completionFacts().signers;
  const unknown = {
    viewedAt: null,
    ipAddress: null,
    userAgent: null,
    consent: null,
    disclosure: null,
  };
  const signers = signer ? [{ ...signer, ...unknown }] : [];

  const lines = treesOf({ signers }).flatMap(linesOf);

  expect(lines).toEqual(
    expect.arrayContaining([
      'First viewed: not known',
      'IP address: not known',
      'Browser: not known',
      'Disclosure accepted: not known',
      'Consent: not known',
    ]),
  );
});

test('a long trail goes on in trees of their own, and no entry is lost', () => {
  const auditEntries = Array.from({ length: 1_201 }, (_, index) => anAuditLine(index + 1));

  const trees = treesOf({ auditEntries });

  const steps = trees.flatMap(linesOf).flatMap((line) => /Step (\d+)$/.exec(line)?.[1] ?? []);
  expect(steps.map(Number)).toEqual(auditEntries.map(({ number }) => number));
  expect(trees).toHaveLength(3);
  expect(trees[1] && linesOf(trees[1])[0]).toBe('Certificate of completion, continued');
});

test('characters that no font has are spelled out, and only these', () => {
  const [tree] = treesOf({ documentName: 'Vertrag für 李 😀😀' });

  expect(tree && linesOf(tree)).toContain('Document: Vertrag für 李 [U+1F600][U+1F600]');
});
