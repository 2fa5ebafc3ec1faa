interface TrailEntry {
  number: number;
  previousHash: string;
  hash: string;
  action?: string;
  details?: Record<string, unknown>;
  at?: unknown;
  actor?: unknown;
  ipAddress?: unknown;
  userAgent?: unknown;
}

/**
 * - `bound`: the sealed file names this trail, and the trail this file.
 * - `unbound`: the file was sealed before seals named the trail, or entries other than requests for a link were added
 *   after the seal.
 * - `differs`: the file names another trail, or the trail another file.
 */
export type Binding = 'bound' | 'unbound' | 'differs';

const FIRST = '0'.repeat(64);

/** Checks the hash chain of an audit trail: numbers without gaps, and every hash over its entry. */
export async function verifyTrail(entries: readonly TrailEntry[]): Promise<boolean> {
  let previous = FIRST;
  for (const [index, { hash, ...entry }] of entries.entries()) {
    if (entry.number !== index + 1 || entry.previousHash !== previous) return false;
    if ((await sha256(canonical(entry))) !== hash) return false;
    previous = hash;
  }
  return true;
}

const REASON =
  /\/Reason\s*\(Signed by all signers\. Audit trail of document ([0-9a-f-]{36}): (\d{1,6}) entries, the last with SHA-256 ([0-9a-f]{64})\.\)/;
const BYTE_RANGE = /\/ByteRange\s*\[\s*0\s+(\d{1,12})\s+(\d{1,12})\s+\d{1,12}\s*\]/g;

/** The reason in the object with the last signature; text elsewhere in the file may be the sender's. */
function sealedHeadIn(file: string): { count: number; head: string } | undefined {
  const [, start, end] = [...file.matchAll(BYTE_RANGE)].at(-1) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const before = file.slice(file.lastIndexOf(' obj', Number(start)), Number(start));
  const after = file.slice(Number(end), file.indexOf('endobj', Number(end)));
  const [, , count, head] = REASON.exec(`${before} ${after}`) ?? [];
  return count === undefined || head === undefined ? undefined : { count: Number(count), head };
}

/**
 * Compares a trail with the sealed file, as `assay documents verify` does. The signature of the seal and its
 * issuer are not checked here.
 */
export async function verifyBinding(entries: readonly TrailEntry[], pdf: Uint8Array): Promise<Binding> {
  const sealed = sealedHeadIn(new TextDecoder('latin1').decode(pdf));
  const digest = await sha256(pdf);
  const stated = entries.find(({ action }) => action === 'document.completed')?.details?.sha256;
  if (stated !== digest) return 'differs';
  if (!sealed) return 'unbound';
  const { count, head } = sealed;
  const last = entries[count - 1];
  const { hash: _, ...completion } = entries[count] ?? { hash: '' };
  if (last?.hash !== head) return 'differs';
  const expected = {
    number: count + 1,
    at: last.at,
    actor: last.actor,
    action: 'document.completed',
    // Who got a copy is the only thing that does not follow.
    details: { ...copiesIn(entries[count]), sha256: digest },
    ipAddress: last.ipAddress,
    userAgent: last.userAgent,
    previousHash: head,
  };
  if (canonical(completion) !== canonical(expected)) return 'differs';
  // The seal does not cover requests for a new link to the sealed file, which follow the completion.
  return entries.slice(count + 1).every(({ action }) => action === 'link.requested') ? 'bound' : 'unbound';
}

function copiesIn(entry: TrailEntry | undefined): { copies?: unknown } {
  const { copies } = (entry?.details ?? {}) as { copies?: unknown };
  return Array.isArray(copies) ? { copies } : {};
}

async function sha256(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Canonical JSON (RFC 8785): properties sorted by UTF-16 code units, no white space. Written out here, because a check
 * of the trail shares no code with the service that wrote it.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
      .join(',')}}`;
  return JSON.stringify(value);
}
