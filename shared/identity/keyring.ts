import * as z from 'zod';

/**
 * The value of the master secret: numbered keys, of which the current one derives all new secrets. Secrets
 * derived from another key remain valid until that key is removed. The initial value of a stage is a plain
 * string, which is key 1.
 */
export interface Keyring {
  current: number;
  keys: ReadonlyMap<number, string>;
}

/** Rows without a key number were derived from this one. */
export const FIRST_KEY = 1;

const Stored = z.strictObject({
  current: z.int().positive(),
  keys: z.record(z.string().regex(/^[1-9]\d{0,5}$/), z.string().min(1)),
});

export function parseKeyring(text: string): Keyring {
  if (!text.startsWith('{')) return { current: FIRST_KEY, keys: new Map([[FIRST_KEY, text]]) };
  const { current, keys } = Stored.parse(JSON.parse(text));
  const numbered = Object.entries(keys).map(([number, key]) => [Number(number), key] as const);
  const keyring = { current, keys: new Map(numbered) };
  if (!keyring.keys.has(current)) throw new Error('The current key is not in the keyring.');
  return keyring;
}

export const serializeKeyring = ({ current, keys }: Keyring): string =>
  JSON.stringify({ current, keys: Object.fromEntries(keys) });

/** Adds a key that is not used yet. */
export function withKey({ current, keys }: Keyring, key: string): Keyring & { added: number } {
  const added = Math.max(...keys.keys()) + 1;
  return { current, keys: new Map([...keys, [added, key]]), added };
}

/** Makes the newest key the current one. */
export const withNewestInUse = ({ keys }: Keyring): Keyring => ({
  current: Math.max(...keys.keys()),
  keys,
});

export function withoutKey({ current, keys }: Keyring, removed: number): Keyring {
  if (removed === current) throw new Error(`Key ${removed} is in use. Activate another key first.`);
  if (!keys.has(removed)) throw new Error(`There is no key ${removed} in the keyring.`);
  return { current, keys: new Map([...keys].filter(([number]) => number !== removed)) };
}
