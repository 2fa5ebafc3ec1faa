import { hexOf, type SealState, sha256 } from './seal.ts';

type Entry = Readonly<Record<string, unknown>>;

/** `bound` to the seal, `unbound` if it only fits in itself, `differs` from the file or in itself. */
export type TrailState = { state: 'bound' | 'unbound' | 'differs'; entries: number };

/** The entries of an exported audit trail; undefined for other content. */
export function entriesIn(text: string): Entry[] | undefined {
  try {
    const content: unknown = JSON.parse(text);
    const items = Array.isArray(content) ? content : (content as { items?: unknown } | null)?.items;
    const areEntries = Array.isArray(items) && items.every((one) => typeof one === 'object' && one !== null);
    return areEntries && items.length > 0 ? items : undefined;
  } catch {
    return undefined;
  }
}

/** Computes every hash again, and compares the entry that the seal names and the completion after it. */
export async function checkTrail(entries: readonly Entry[], seal: SealState, digest: string): Promise<TrailState> {
  const differs = { state: 'differs' as const, entries: entries.length };
  let previous = '0'.repeat(64);
  for (const [index, { hash, ...content }] of entries.entries()) {
    if (content.number !== index + 1 || content.previousHash !== previous) return differs;
    if (hash !== (await hashOf(content))) return differs;
    previous = String(hash);
  }
  const completed = entries.find(({ action }) => action === 'document.completed')?.details as
    | { sha256?: unknown }
    | undefined;
  if (completed?.sha256 !== digest) return differs;
  if (!seal.trail) return { state: 'unbound', entries: entries.length };
  const { count, head } = seal.trail;
  const last = entries[count - 1];
  const { hash: _, ...completion } = entries[count] ?? {};
  // The request of the last signature wrote it, so all of it follows from the entry before and the file.
  const expected = {
    number: count + 1,
    at: last?.at,
    actor: last?.actor,
    action: 'document.completed',
    // Who got a copy is the only thing that does not follow.
    details: { ...copiesIn(completion), sha256: digest },
    ipAddress: last?.ipAddress,
    userAgent: last?.userAgent,
    previousHash: head,
  };
  const isCompletion = canonical(completion) === canonical(expected);
  if (last?.hash !== head || !isCompletion) return differs;
  // The seal does not cover requests for a new link to the sealed file, which follow the completion.
  const isBound = entries.slice(count + 1).every((entry) => entry.action === 'link.requested');
  return { state: isBound ? 'bound' : 'unbound', entries: entries.length };
}

function copiesIn({ details }: Entry): { copies?: unknown } {
  const { copies } = (details ?? {}) as { copies?: unknown };
  return Array.isArray(copies) ? { copies } : {};
}

const hashOf = async (content: unknown) => hexOf(await sha256(new TextEncoder().encode(canonical(content))));

/** Canonical JSON (RFC 8785). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${names.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
