import { createHash } from 'node:crypto';

/**
 * Checks an exported audit trail. It computes every hash again from the documented rule instead of calling the
 * code that wrote them, and imports nothing but Node.js, so that anyone who doubts the service can read it.
 */
export type TrailEntry = Readonly<Record<string, unknown>>;

const NO_ENTRY = '0'.repeat(64);

/** The entries of an answer of `GET /documents/{id}/audit`, or the reason why it is none. */
export function entriesIn(content: unknown): TrailEntry[] | string {
  const items = Array.isArray(content) ? content : (content as { items?: unknown } | null)?.items;
  if (!Array.isArray(items) || items.some((one) => typeof one !== 'object' || one === null))
    return 'is not an audit trail: expected { "items": [ … ] }.';
  return items.length === 0 ? 'has no entries.' : items;
}

/**
 * Differences between the entries and their hashes. Each entry is checked separately, so that one changed entry is
 * named instead of all that follow it.
 */
export function trailFindings(trail: readonly TrailEntry[]): string[] {
  let previous = NO_ENTRY;
  return trail.flatMap((entry, index) => {
    const name = `Entry ${index + 1} (${String(entry.action)})`;
    const { hash, ...content } = entry;
    const computed = sha256(canonicalJson(content));
    const expected = previous;
    previous = String(hash);
    return [
      ...(entry.number === index + 1
        ? []
        : [
            `${name}: \`number\` is ${String(entry.number)}, expected ${index + 1}. An entry is missing, added or moved.`,
          ]),
      ...(entry.previousHash === expected
        ? []
        : [`${name}: \`previousHash\` is ${String(entry.previousHash)}, but the entry before has hash ${expected}.`]),
      ...(hash === computed
        ? []
        : [`${name}: \`hash\` is ${String(hash)}, but its content has ${computed}. The entry was changed.`]),
    ];
  });
}

export interface StatedHashes {
  sealed: string | undefined;
  original: string | undefined;
}

/** The SHA-256 of the sealed and of the original file, as the trail states them. */
export function statedHashes(trail: readonly TrailEntry[]): StatedHashes {
  const hashOf = (action: string) => {
    const details = trail.find((one) => one.action === action)?.details;
    const hash = (details as { sha256?: unknown } | undefined)?.sha256;
    return typeof hash === 'string' ? hash : undefined;
  };
  return { sealed: hashOf('document.completed'), original: hashOf('document.created') };
}

/** The end of the trail that a seal names: number of entries, and hash of the last. */
export interface SealedHead {
  count: number;
  head: string;
}

/**
 * A chain of hashes has no key, so anyone can compute a whole trail again. The seal has one: entry `count` must
 * have the hash that the seal names. The entry after it records the completion. It was written by the same request,
 * so all of it follows from the entry before and the file.
 */
export function bindingFindings(
  trail: readonly TrailEntry[],
  { count, head }: SealedHead,
  fileSha256: string,
): string[] {
  const last = trail[count - 1];
  if (last?.hash !== head)
    return [
      `The seal names an audit trail whose entry ${count} has hash ${head}, but entry ${count} has ${String(last?.hash)}. ` +
        'The trail was rewritten, or is that of another document.',
    ];
  const expected = {
    number: count + 1,
    at: last.at,
    actor: last.actor,
    action: 'document.completed',
    details: { sha256: fileSha256, ...copiesIn(trail[count]) },
    ipAddress: last.ipAddress,
    userAgent: last.userAgent,
    previousHash: head,
  };
  const { hash, ...completion } = trail[count] ?? {};
  return canonicalJson(completion) === canonicalJson(expected)
    ? []
    : [
        `Entry ${count + 1} is not the completion of this file by the request of entry ${count}. The entry was changed, or is missing.`,
      ];
}

/** Who got a copy: the only thing in a completion that does not follow. */
function copiesIn(entry: TrailEntry | undefined): { copies?: unknown } {
  const { copies } = (entry?.details ?? {}) as { copies?: unknown };
  return Array.isArray(copies) ? { copies } : {};
}

/** Entries after the completion, which no seal covers: requests for new links to the sealed file, or others. */
export function entriesAfterSeal(trail: readonly TrailEntry[], { count }: SealedHead) {
  const later = trail.slice(count + 1);
  const requests = later.filter(({ action }) => action === 'link.requested').length;
  return { requests, others: later.length - requests };
}

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/**
 * Canonical JSON (RFC 8785): no white space, properties sorted by name at every depth. Not that of the service, for
 * the reason above.
 */
function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
