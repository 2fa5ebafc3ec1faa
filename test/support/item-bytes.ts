import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** The size of an item as DynamoDB counts it: names and values. */
export const itemBytes = (item: Record<string, AttributeValue>): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);

function valueBytes({ S, N, B, L, M }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.length / 2) + 1;
  if (B !== undefined) return B.length;
  if (L !== undefined) return 3 + L.reduce((sum, value) => sum + 1 + valueBytes(value), 0);
  if (M !== undefined) return 3 + Object.keys(M).length + itemBytes(M);
  return 1;
}
