interface TrailEntry {
  number: number;
  previousHash: string;
  hash: string;
}

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

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Canonical JSON (RFC 8785): properties sorted by UTF-16 code units, no white space. */
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
