import { pack, unpack } from '#shared/platform/store/packed.ts';

/**
 * Compresses a list of similar items into one attribute. DynamoDB charges by size, and a hundred
 * facts of a source compress to a tenth. Their limits keep them far below the row limit.
 */
export function packOne(value: unknown): Uint8Array {
  const [packed, ...rest] = pack(value);
  if (rest.length > 0) throw new Error('A value of the risk module does not fit its row.');
  return packed;
}

export const unpackOne = (packed: unknown): unknown => unpack([packed as Uint8Array]);
