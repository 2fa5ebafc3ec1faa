import { pack, unpack } from '#shared/platform/store/packed.ts';

/**
 * Values of many like members, compressed into one attribute: a row is paid by its size, and so are a
 * hundred facts of a source a tenth of what they would be. Their limits keep them well below a row's.
 */
export function packOne(value: unknown): Uint8Array {
  const [packed, ...rest] = pack(value);
  if (rest.length > 0) throw new Error('A value of the risk module does not fit its row.');
  return packed;
}

export const unpackOne = (packed: unknown): unknown => unpack([packed as Uint8Array]);
