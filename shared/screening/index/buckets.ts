const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a over UTF-16 units: short, and the same on every machine. */
export function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  // The low bits pick the bucket; without this they would hardly know the first letters.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * A hash table of two flat arrays: where the ids of each bucket begin, and the ids. It keeps no keys but
 * eight bits of each hash beside the id: whoever looks up still compares what it finds, so that a collision
 * costs a comparison and never a mistake, and hardly ever costs one.
 */
export interface Buckets {
  starts: Uint32Array;
  ids: Uint32Array;
  checkBits: number;
}

const IDS_PER_BUCKET = 4;
export const CHECK_BITS = 8;
/** Bits that pick no bucket, as long as there are fewer than sixteen million. */
const checkOf = (hash: number) => hash >>> 24;

export function buildBuckets(hashes: Uint32Array, ids: Uint32Array): Buckets {
  let count = 1;
  while (count * IDS_PER_BUCKET < hashes.length) count *= 2;
  const starts = new Uint32Array(count + 1);
  for (const hash of hashes)
    starts[(hash & (count - 1)) + 1] = (starts[(hash & (count - 1)) + 1] ?? 0) + 1;
  for (let at = 1; at <= count; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const next = starts.slice();
  const sorted = new Uint32Array(ids.length);
  hashes.forEach((hash, at) => {
    const bucket = hash & (count - 1);
    const place = next[bucket] ?? 0;
    sorted[place] = ((ids[at] ?? 0) << CHECK_BITS) | checkOf(hash);
    next[bucket] = place + 1;
  });
  return { starts, ids: sorted, checkBits: CHECK_BITS };
}

/** Visits what is most likely under the key of this hash. */
export function visitBucket(
  { starts, ids, checkBits }: Buckets,
  hash: number,
  visit: (id: number) => void,
): void {
  const bucket = hash & (starts.length - 2);
  const mask = (1 << checkBits) - 1;
  const check = checkOf(hash) & mask;
  const end = starts[bucket + 1] ?? 0;
  for (let at = starts[bucket] ?? 0; at < end; at += 1) {
    const packed = ids[at] ?? 0;
    if ((packed & mask) === check) visit(packed >>> checkBits);
  }
}

export function bucketOf(buckets: Buckets, hash: number): number[] {
  const found: number[] = [];
  visitBucket(buckets, hash, (id) => found.push(id));
  return found;
}
