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
  const { hash: _, number: __, action, at, actor, previousHash } = entries[count] ?? {};
  const isCompletion =
    action === 'document.completed' && at === last?.at && actor === last?.actor && previousHash === head;
  if (last?.hash !== head || !isCompletion) return differs;
  return { state: entries.length === count + 1 ? 'bound' : 'unbound', entries: entries.length };
}

const hashOf = async (content: unknown) => hexOf(await sha256(new TextEncoder().encode(canonical(content))));

/** Canonical JSON (RFC 8785). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${names.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
