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
 * A hash table of two flat arrays: where the ids of each bucket begin, and the ids. It keeps no keys:
 * whoever looks up compares what it finds, so that a collision costs a comparison and never a mistake.
 */
export interface Buckets {
  starts: Uint32Array;
  ids: Uint32Array;
}

const IDS_PER_BUCKET = 4;

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
    sorted[place] = ids[at] ?? 0;
    next[bucket] = place + 1;
  });
  return { starts, ids: sorted };
}

/** What may be under this key. */
export function bucketOf({ starts, ids }: Buckets, key: string): Uint32Array {
  const bucket = hashOf(key) & (starts.length - 2);
  return ids.subarray(starts[bucket] ?? 0, starts[bucket + 1] ?? 0);
}
