import type { Block, Cell, DocumentTree, Inline } from '../markdown/tree.ts';
import { signerNumbered } from './name-in-trail.ts';
import { spelledOut } from './spelled-out.ts';

/** What the last pages of a finished document state. Times are ISO 8601. */
export interface CompletionFacts {
  documentId: string;
  documentName: string;
  pageCount: number;
  originalSha256: string;
  /** Of the file as it was stamped, before these pages were added to it. */
  stampedSha256: string;
  completedAt: string;
  signers: readonly CompletedSigner[];
  auditEntries: readonly AuditLine[];
  /** The hash of the last of these entries, which depends on all before it. */
  auditHead: string;
}

export interface CompletedSigner {
  name: string;
  email: string;
  signingOrder: number;
  viewedAt: string | null;
  completedAt: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** The sentence that was shown to them when they signed. */
  consent: string | null;
  /** The disclosure on electronic signatures they accepted. */
  disclosure: { version: string; language: string; acceptedAt: string } | null;
}

export interface AuditLine {
  number: number;
  at: string;
  /** Who and what, in words a person can read. */
  actor: string;
  action: string;
}

/** The certificate of completion, as one tree or, where it has more entries than one is to hold, several. */
export function certificateTrees(facts: CompletionFacts, entriesPerTree: number): DocumentTree[] {
  const [first = [], ...others] = chunks(facts.auditEntries, entriesPerTree);
  return [
    { blocks: [...summary(facts), ...entries(first), ...closing(facts)] },
    ...others.map((chunk) => ({
      blocks: [heading(1, 'Certificate of completion, continued'), ...entries(chunk)],
    })),
  ];
}

function summary(facts: CompletionFacts): Block[] {
  return [
    heading(1, 'Certificate of completion'),
    table(
      ['Document', facts.documentName],
      [
        ['Id', facts.documentId],
        ['Pages', String(facts.pageCount)],
        ['Completed', readable(facts.completedAt)],
        ['SHA-256 of the original file', facts.originalSha256],
        ['SHA-256 of the signed file, without this certificate', facts.stampedSha256],
      ],
    ),
    heading(2, 'Signers'),
    ...facts.signers.map(signerTable),
    heading(2, 'Audit trail'),
  ];
}

const signerTable = (signer: CompletedSigner, index: number): Block =>
  table(
    [signerNumbered(index), signer.name],
    [
      ['E-mail', signer.email],
      ['Signing order', String(signer.signingOrder)],
      ['First viewed', readable(signer.viewedAt)],
      ['Signed', readable(signer.completedAt)],
      ['IP address', signer.ipAddress ?? UNKNOWN],
      ['Browser', browser(signer.userAgent ?? UNKNOWN)],
      ['Disclosure accepted', accepted(signer)],
      ['Consent', signer.consent === null ? UNKNOWN : `“${signer.consent}”`],
    ],
  );

const accepted = ({ disclosure }: CompletedSigner) =>
  disclosure === null
    ? UNKNOWN
    : `${readable(disclosure.acceptedAt)}, version ${disclosure.version} (${disclosure.language})`;

/** No browser has this much to say of itself, but whoever asks may send kilobytes. */
const BROWSER_CHARACTERS = 500;

function browser(userAgent: string): string {
  const spelled = spelledOut(userAgent.slice(0, BROWSER_CHARACTERS));
  return spelled.length > BROWSER_CHARACTERS || userAgent.length > BROWSER_CHARACTERS
    ? `${spelled.slice(0, BROWSER_CHARACTERS)}…`
    : spelled;
}

const entries = (lines: readonly AuditLine[]): Block[] => [
  table(
    ['No.', 'When', 'Who', 'What'],
    lines.map(({ number, at, actor, action }) => [String(number), readable(at), actor, action]),
  ),
];

const closing = ({ auditHead, auditEntries }: CompletionFacts): Block[] => [
  paragraph(
    `The trail has ${auditEntries.length} entries up to here, each of which holds the hash of the one ` +
      'before. The last one has the hash',
  ),
  paragraph(auditHead),
];

const UNKNOWN = 'not known';

const heading = (level: 1 | 2, content: string): Block => ({
  kind: 'heading',
  level,
  children: [text(content)],
});

const paragraph = (content: string): Block => ({ kind: 'paragraph', children: [text(content)] });

function table(head: readonly string[], rows: readonly string[][]): Block {
  const cell = (content: string): Cell => [text(content)];
  return {
    kind: 'table',
    alignments: head.map(() => 'left'),
    head: head.map(cell),
    rows: rows.map((row) => row.map(cell)),
  };
}

/** It has no source, so nothing in it stands anywhere. */
const NOWHERE = { line: 1, column: 1 };

/** White space in which a line would end: somebody's name does not decide how high its row is. */
const LINE_ENDS = /[\u{2028}\u{2029}]/gu;

const text = (content: string): Inline => ({
  kind: 'text',
  text: spelledOut(content).replace(LINE_ENDS, ' '),
  at: NOWHERE,
});

/** A time is read in one piece, so no line ends within it. */
const NO_BREAK = '\u00a0';

/** `2026-03-01 09:30:00 UTC`: to the second, and in one zone for everybody. */
const readable = (at: string | null) =>
  at === null ? UNKNOWN : at.replace('T', NO_BREAK).replace(/(\.\d+)?Z$/, `${NO_BREAK}UTC`);

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
