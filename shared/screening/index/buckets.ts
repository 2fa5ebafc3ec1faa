const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const withUnit = (hash: number, unit: number) => Math.imul(hash ^ unit, FNV_PRIME);
/** The low bits pick the bucket; without this they would hardly know the first letters. */
const finished = (hash: number) => (hash ^ (hash >>> 15)) >>> 0;

/** FNV-1a over UTF-16 units: short, and the same on every machine. */
export function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = withUnit(hash, text.charCodeAt(at));
  return finished(hash);
}

/** Of the text without each of its letters in turn, none of which is ever written down. */
export function deletionHashesOf(text: string): Uint32Array {
  const hashes = new Uint32Array(text.length);
  let count = 0;
  let before = FNV_OFFSET;
  for (let left = 0; left < text.length; left += 1) {
    const unit = text.charCodeAt(left);
    // Without either of two equal neighbours it is the same.
    if (left === 0 || unit !== text.charCodeAt(left - 1)) {
      let hash = before;
      for (let at = left + 1; at < text.length; at += 1) hash = withUnit(hash, text.charCodeAt(at));
      hashes[count++] = finished(hash);
    }
    before = withUnit(before, unit);
  }
  return hashes.subarray(0, count);
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
  /** Of each bucket, a bit for every check that occurs in it, by its last five bits. */
  hints: Uint32Array;
}

/** Most lookups find nothing, and end at the hint: one number read where it would be three or more. */
export function openBuckets(starts: Uint32Array, ids: Uint32Array, checkBits: number): Buckets {
  const hints = new Uint32Array(Math.max(0, starts.length - 1));
  const mask = (1 << checkBits) - 1;
  for (let bucket = 0; bucket < hints.length; bucket += 1) {
    const end = starts[bucket + 1] ?? 0;
    let hint = 0;
    for (let at = starts[bucket] ?? 0; at < end; at += 1) hint |= 1 << ((ids[at] ?? 0) & mask);
    hints[bucket] = hint;
  }
  return { starts, ids, checkBits, hints };
}

type Hints = Pick<Buckets, 'hints' | 'checkBits'>;

/** For what is looked up in two tables: whether either may hold it, at the price of one. */
export function hintsOfBoth(one: Hints, other: Hints): Hints {
  const hints = new Uint32Array(Math.max(one.hints.length, other.hints.length));
  for (let at = 0; at < hints.length; at += 1)
    hints[at] =
      (one.hints[at & (one.hints.length - 1)] ?? 0) |
      (other.hints[at & (other.hints.length - 1)] ?? 0);
  return { hints, checkBits: one.checkBits };
}

/** Not whether a key is there, but whether it may be. */
export const mayHold = ({ hints, checkBits }: Hints, hash: number): boolean =>
  ((hints[hash & (hints.length - 1)] ?? 0) & (1 << (checkOf(hash) & ((1 << checkBits) - 1)))) !== 0;

const IDS_PER_BUCKET = 4;
export const CHECK_BITS = 8;
/** Bits that pick no bucket, as long as there are fewer than sixteen million. */
const checkOf = (hash: number) => hash >>> 24;

export function buildBuckets(
  hashes: Uint32Array,
  ids: Uint32Array,
): Pick<Buckets, 'starts' | 'ids'> {
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
  return { starts, ids: sorted };
}

/** Visits what is most likely under the key of this hash. */
export function visitBucket(buckets: Buckets, hash: number, visit: (id: number) => void): void {
  if (!mayHold(buckets, hash)) return;
  const { starts, ids, checkBits } = buckets;
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
