import { type DocumentRecord, isCopy, type ListedDocument, type ListedSigner, type Signer } from './words.ts';

/** The service reminds a signer this long after the latest email to them. */
const REMINDER_GAP_MS = 60 * 60 * 1000;

const isBlocked = ({ delivery }: Signer) => delivery?.status === 'bounced' || delivery?.status === 'complained';

const CORRECT_FIRST = 'Emails to this address do not arrive. Correct the signer first.';

/** Why a signer cannot be reminded now; null if nothing known speaks against it. */
export function reminderBlocked(signer: Signer, document: DocumentRecord, nowMs: number): string | null {
  if (isCopy(signer)) return 'A copy is sent once the document is sealed.';
  if (signer.status === 'waiting') return 'Others sign first.';
  if (isBlocked(signer)) return CORRECT_FIRST;
  const latest = Math.max(...[signer.remindedAt, sinceOf(signer, document)].map((at) => (at ? Date.parse(at) : 0)));
  return nowMs - latest < REMINDER_GAP_MS ? 'Emailed less than an hour ago.' : null;
}

export const linkBlocked = (signer: Signer): string | null => (isBlocked(signer) ? CORRECT_FIRST : null);

/** Since when a signer can sign: the sending, or the last signature before theirs. */
function sinceOf({ signingOrder }: ListedSigner, { sentAt, signers }: ListedDocument): string | null {
  const before = signers
    .filter((one) => one.signingOrder < signingOrder)
    .flatMap(({ completedAt }) => completedAt ?? []);
  return before.toSorted().at(-1) ?? sentAt;
}

/** Who has the document now, since when, and who comes next. */
export interface NextStep {
  has: readonly { signer: ListedSigner; since: string | null }[];
  next: readonly ListedSigner[];
}

export function nextStepOf(document: ListedDocument): NextStep {
  const { signers } = document;
  const ready = signers.filter(({ status }) => status === 'ready');
  const waiting = signers.filter((one) => one.status === 'waiting' && !isCopy(one));
  const order = Math.min(...waiting.map(({ signingOrder }) => signingOrder));
  return {
    has: ready.map((signer) => ({ signer, since: sinceOf(signer, document) })),
    next: waiting.filter(({ signingOrder }) => signingOrder === order),
  };
}
