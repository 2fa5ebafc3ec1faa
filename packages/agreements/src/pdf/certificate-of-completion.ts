import type { PageSize } from '../printing/printer.ts';
import type {
  CertificateJob,
  CertificateLine,
  CertificateRow,
  CertificateSigner,
} from '../printing/typst-certificate.ts';
import { signerNumbered } from './name-in-event.ts';
import type { SealLevel } from './sealing/cms.ts';
import { spelledOut } from './spelled-out.ts';

/** Content of the last pages of a completed document. Times are ISO 8601. */
export interface CompletionFacts {
  documentId: string;
  documentName: string;
  pageCount: number;
  originalSha256: string;
  /** Of the text that signers could read instead of the pages. */
  textSha256?: string | undefined;
  /** Of the stamped file, before these pages were added. */
  stampedSha256: string;
  /** Null for an uploaded file. */
  /** In the order in which they were printed; none for an uploaded PDF. */
  templates: readonly CompletedTemplate[];
  /** `principal` is the API key or user in the audit trail. */
  sender: { name: string | null; principal: string | null };
  completedAt: string;
  signers: readonly CompletedSigner[];
  /** Who is sent the sealed file without having signed or approved. */
  copies: readonly { name: string; email: string }[];
  events: readonly CertificateEvent[];
  seal: CompletedSeal;
  audit: {
    count: number;
    /** Hash of the last entry, which depends on all entries before it. */
    head: string;
  };
}

interface CompletedSeal {
  /** Of the signature. Data to verify it later (B-LT) are added after it. */
  level: Exclude<SealLevel, 'B-LT'>;
  /** Whether a timestamp was asked for and not given. */
  isDowngraded: boolean;
  isVouchedFor: boolean;
  /** Where the file can be checked; null if the address of the service is not known. */
  verifyUrl: string | null;
}

interface CompletedTemplate {
  id: string;
  /** Null for documents created before the name was stored with them. */
  name: string | null;
  revision: number;
  sourceHash: string;
}

/** A verification workflow of the sender that was approved before the document was shown. */
interface WorkflowCheck {
  sessionId: string;
  workflowKey: string;
  workflowRevision: number;
  approvedAt: string;
  name: 'equal' | 'similar' | 'different';
  /** `accepted`: the step failed, and the approval accepted that. */
  steps: readonly { key: string; type: string; result: 'completed' | 'accepted' }[];
}

export interface CompletedSigner {
  id: string;
  name: string;
  email: string;
  signingOrder: number;
  viewedAt: string | null;
  completedAt: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** An approver has approved instead of signed. */
  role?: 'approver' | 'copy' | undefined;
  /** Who had the turn before and handed it on, the first to begin with. */
  delegations?: readonly { name: string; email: string; at: string }[] | undefined;
  /** Who was given the signer's link. */
  handOuts: LinkHandOuts;
  /** The emailed code with which the signer signed; undefined if the sender asked for no identity check. */
  identity?: { verifiedAt: string | null; workflow?: WorkflowCheck } | undefined;
  /** The page on which it was first opened, and on which it was signed. */
  openedOn: PageUse;
  signedOn: PageUse;
  /** How the client says that it showed the document before it was signed; undefined if it did not say. */
  shownAs?: readonly string[] | undefined;
  /** The sentence beside the button, as the page displayed it or as a client stated it. */
  consent: { sentence: string; isStated: boolean } | null;
  /** The accepted disclosure on electronic signatures. */
  disclosure: { version: string; language: string; acceptedAt: string; acceptedOn: PageUse } | null;
  /** PNG, JPEG, or the SVG of a typed signature; null for a signer without a signature field. */
  signature: { kind: 'signature' | 'initials'; image: Uint8Array } | null;
}

/**
 * The session of the signing page that a request had; null if it had none, undefined for entries from before
 * sessions were recorded.
 */
type PageUse = { loadedAt: string } | null | undefined;

export interface LinkHandOuts {
  /** When a link was last emailed to the signer; null if none was. */
  emailedAt: string | null;
  /** API keys and users who were given a link, and when last. The latest first. */
  given: readonly { to: string; at: string }[];
}

export interface CertificateEvent {
  at: string;
  event: string;
  /** Null for the service itself. */
  actor: string | null;
  ipAddress: string | null;
}

export const certificateOf = (facts: CompletionFacts, pageSize: PageSize): CertificateJob => ({
  title: 'Certificate of completion',
  pageSize,
  pagesBefore: facts.pageCount,
  summary: summaryOf(facts),
  signers: facts.signers.map(signerOf),
  events: {
    columns: ['Time', 'Event', 'By', 'IP address'],
    rows: [
      ...facts.events.map(({ at, event, actor, ipAddress }) => eventRow(at, event, actor ?? NONE, ipAddress ?? NONE)),
      eventRow(facts.completedAt, 'Document completed', NONE, NONE),
    ],
  },
  closing: [
    line(
      '“On the signing page” means that the request carried the session of a signing page that was loaded with the ' +
        'signer’s link. It does not prove who held the link.',
    ),
    line(
      `This list is a summary of the audit trail, which has ${facts.audit.count} entries up to the last ` +
        'signature. Each entry contains the hash of the previous one. SHA-256 of the last entry:',
    ),
    id(facts.audit.head),
    ...(facts.seal.verifyUrl === null
      ? []
      : [line('To check this file, open the address of this code and choose the file:'), id(facts.seal.verifyUrl)]),
  ],
  codeOf: facts.seal.verifyUrl,
});

const LEVELS: Record<CompletedSeal['level'], string> = {
  'B-B': 'PAdES B-B: the time of the seal is stated by the service',
  'B-T': 'PAdES B-T: with the timestamp of an authority over the seal',
};

const sealLines = ({ level, isDowngraded, isVouchedFor }: CompletedSeal): CertificateLine[] => [
  line(LEVELS[level]),
  ...(isDowngraded ? [line('The timestamp authority was not available')] : []),
  line(
    isVouchedFor
      ? 'The certificate of the seal was issued by a certificate authority'
      : 'Shows that the file is unchanged since sealing; the issuer is not vouched for',
  ),
];

const summaryOf = (facts: CompletionFacts): CertificateRow[] => [
  row('Document', line(facts.documentName)),
  row('Document ID', id(facts.documentId)),
  row('Pages', line(`${facts.pageCount}, followed by this certificate`)),
  row(
    'Sender',
    ...(facts.sender.name === null ? [] : [line(facts.sender.name)]),
    ...(facts.sender.principal === null ? [] : [id(facts.sender.principal)]),
  ),
  ...facts.templates.flatMap((one, index) => templateRows(one, facts.templates.length > 1 ? `${index + 1}` : '')),
  ...approverRows(facts),
  ...copyRows(facts),
  row('Completed', time(facts.completedAt)),
  row('SHA-256, original file', id(facts.originalSha256)),
  ...(facts.textSha256 === undefined ? [] : [row('SHA-256, text for screens', id(facts.textSha256))]),
  row('SHA-256, signed file', id(facts.stampedSha256), line('Without this certificate and the seal')),
  row('Seal', ...sealLines(facts.seal)),
];

const approverRows = ({ signers }: CompletionFacts): CertificateRow[] => {
  const approvers = signers.filter(({ role }) => role === 'approver');
  return approvers.length === 0 ? [] : [row('Approved by', ...approvers.map(({ name }) => line(name)))];
};

const copyRows = ({ copies }: CompletionFacts): CertificateRow[] =>
  copies.length === 0 ? [] : [row('Copy to', ...copies.flatMap(({ name, email }) => [line(name), line(email)]))];

/** Those of a bundle are numbered in the order in which they were printed. */
const templateRows = ({ id: templateId, name, revision, sourceHash }: CompletedTemplate, number: string) => [
  row(`Template ${number}`.trim(), ...(name === null ? [] : [line(name)]), id(templateId)),
  row('Template revision', line(String(revision))),
  row('SHA-256, template source', id(sourceHash)),
];

const signerOf = (signer: CompletedSigner, index: number): CertificateSigner => ({
  heading: signerNumbered(index),
  name: printable(signer.name),
  rows: [
    row('Email', line(signer.email)),
    row('Signer ID', id(signer.id)),
    row('Signing order', line(String(signer.signingOrder))),
    ...delegationRows(signer),
    row('Signing link', ...handedOut(signer.handOuts)),
    ...identityRows(signer),
    row('First opened', time(signer.viewedAt), ...onPage(signer.openedOn)),
    ...(signer.role === 'approver' ? [row('Role', line('Approver: has approved the document and not signed it'))] : []),
    row(
      signer.role === 'approver' ? 'Approved' : 'Signed',
      time(signer.completedAt),
      ...onPage(signer.signedOn),
      ...loaded(signer.signedOn),
      ...shown(signer),
    ),
    row('IP address', signer.ipAddress === null ? line(UNKNOWN) : id(signer.ipAddress)),
    row('Browser', line(browser(signer.userAgent ?? UNKNOWN))),
    ...(signer.role === 'approver'
      ? []
      : [row('Disclosure accepted', ...accepted(signer)), row('Consent', ...consentOf(signer))]),
  ],
  signature: signer.signature
    ? { caption: CAPTIONS[signer.signature.kind], isSigned: true }
    : { caption: signer.role === 'approver' ? 'Approved' : 'No signature field', isSigned: false },
});

const CAPTIONS = { signature: 'Signature', initials: 'Initials' };

const accepted = ({ disclosure }: CompletedSigner): CertificateLine[] =>
  disclosure === null
    ? [line(UNKNOWN)]
    : [
        time(disclosure.acceptedAt),
        line(`version ${disclosure.version} (${disclosure.language})`),
        ...onPage(disclosure.acceptedOn),
      ];

/** Further recipients are in the audit trail: the block of a signer has to fit on a page. */
const RECIPIENTS = 3;

const handedOut = ({ emailedAt, given }: LinkHandOuts): CertificateLine[] => [
  line(emailedAt === null ? 'Not emailed' : `Emailed ${shownTime(emailedAt)}`),
  ...(given.length === 0 ? [line('Not given to the sender')] : []),
  ...given.slice(0, RECIPIENTS).flatMap(({ to, at }) => [line(`Given to the sender ${shownTime(at)}`), id(to)]),
  ...(given.length > RECIPIENTS ? [line(`and to ${given.length - RECIPIENTS} others, see the audit trail`)] : []),
];

const identityRows = ({ identity, email }: CompletedSigner): CertificateRow[] =>
  identity === undefined
    ? []
    : [
        row(
          'Identity check',
          ...(identity.verifiedAt === null
            ? [line(UNKNOWN)]
            : [line(`One-time code emailed to ${email}`), line(`Entered ${shownTime(identity.verifiedAt)}`)]),
          ...workflowLines(identity.workflow),
        ),
      ];

/** Further steps are in the audit trail: the block of a signer has to fit on a page. */
const STEPS_SHOWN = 6;

const workflowLines = (workflow: WorkflowCheck | undefined): CertificateLine[] =>
  workflow === undefined
    ? []
    : [
        line(`Verification by the sender: ${workflow.workflowKey}, revision ${workflow.workflowRevision}`),
        line(`Approved ${shownTime(workflow.approvedAt)}`),
        line(`Steps: ${stepsOf(workflow.steps)}`),
        line(NAME_LINES[workflow.name]),
        id(workflow.sessionId),
      ];

const NAME_LINES: Record<WorkflowCheck['name'], string> = {
  equal: 'Name on the identity document: the same',
  similar: 'Name on the identity document: similar',
  different: 'Name on the identity document: different',
};

function stepsOf(steps: WorkflowCheck['steps']): string {
  const shown = steps
    .slice(0, STEPS_SHOWN)
    .map(({ key, type, result }) => `${key} (${type}${result === 'accepted' ? ', failed and accepted' : ''})`);
  const more = steps.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more, see the audit trail`] : [])].join(', ');
}

const delegationRows = ({ delegations = [] }: CompletedSigner): CertificateRow[] =>
  delegations.length === 0
    ? []
    : [
        row(
          'In place of',
          ...delegations.map(({ name, email, at }) => line(`${name}, ${email}, until ${shownTime(at)}`)),
        ),
      ];

const onPage = (use: PageUse): CertificateLine[] =>
  use === undefined ? [] : [line(use === null ? 'Without a session of the signing page' : 'On the signing page')];

const VIEWS: Record<string, string> = { pdf: 'pages', text: 'text', guided: 'field by field' };

const shown = ({ shownAs = [] }: CompletedSigner): CertificateLine[] =>
  shownAs.length === 0 ? [] : [line(`Shown as ${shownAs.map((view) => VIEWS[view] ?? view).join(', ')}`)];

const loaded = (use: PageUse): CertificateLine[] => (use ? [line(`Page loaded ${shownTime(use.loadedAt)}`)] : []);

function consentOf({ consent }: CompletedSigner): CertificateLine[] {
  if (consent === null) return [line(UNKNOWN)];
  const sentence = line(`“${consent.sentence}”`);
  return consent.isStated
    ? [line('Stated by an API client, without a session of the signing page:'), sentence]
    : [sentence];
}

/** Longer than any real user agent; clients can send any text. */
const BROWSER_CHARACTERS = 500;

function browser(userAgent: string): string {
  const spelled = spelledOut(userAgent.slice(0, BROWSER_CHARACTERS));
  return spelled.length > BROWSER_CHARACTERS || userAgent.length > BROWSER_CHARACTERS
    ? `${spelled.slice(0, BROWSER_CHARACTERS)}…`
    : spelled;
}

const eventRow = (
  at: string,
  event: string,
  actor: string,
  address: string,
): [CertificateLine, CertificateLine, CertificateLine, CertificateLine] => [
  time(at),
  line(event),
  line(actor),
  address === NONE ? line(NONE) : id(address),
];

const UNKNOWN = 'Not recorded';
const NONE = '–';

const row = (label: string, ...lines: CertificateLine[]): CertificateRow => ({
  label,
  lines: lines.length > 0 ? lines : [line(UNKNOWN)],
});

const line = (text: string): CertificateLine => ({ text: printable(text) });
const id = (text: string): CertificateLine => ({ text: printable(text), isId: true });

/** Line and paragraph separators would let a name choose its number of lines. */
const LINE_ENDS = /[\u{2028}\u{2029}]/gu;

const printable = (text: string) => spelledOut(text).replace(LINE_ENDS, ' ');

/** `2026-03-01 09:30:00 UTC` */
const shownTime = (at: string) => at.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');

const time = (at: string | null): CertificateLine =>
  at === null ? line(UNKNOWN) : { text: shownTime(at), isTime: true };
