const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const withUnit = (hash: number, unit: number) => Math.imul(hash ^ unit, FNV_PRIME);
/** The low bits pick the bucket; without this they would hardly know the first letters. */
const finished = (hash: number) => hash ^ (hash >>> 15);

/** FNV-1a over UTF-16 units: short, and the same on every machine. */
export function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = withUnit(hash, text.charCodeAt(at));
  return finished(hash);
}

export function codesOf(text: string): number[] {
  const codes: number[] = [];
  for (let at = 0; at < text.length; at += 1) codes.push(text.charCodeAt(at));
  return codes;
}

/** Of a text, told by its codes, without each of its letters in turn; none of which is ever written down. */
export function deletionHashesOf(codes: readonly number[]): number[] {
  const hashes: number[] = [];
  let before = FNV_OFFSET;
  for (let left = 0; left < codes.length; left += 1) {
    const unit = codes[left] ?? 0;
    // Without either of two equal neighbours it is the same.
    if (left === 0 || unit !== codes[left - 1]) {
      let hash = before;
      for (let at = left + 1; at < codes.length; at += 1) hash = withUnit(hash, codes[at] ?? 0);
      hashes.push(finished(hash));
    }
    before = withUnit(before, unit);
  }
  return hashes;
}

/**
 * A hash table of two flat arrays: where the ids of each bucket begin, and the ids. It keeps no keys but
 * eight bits of each hash beside the id: whoever looks up still compares what it finds, so that a collision
 * costs a comparison and never a mistake, and hardly ever costs one.
 */
export interface Buckets {
  /** Two numbers a bucket: a bit for every check that occurs in it, and where its ids begin. */
  slots: Int32Array;
  ids: Uint32Array;
  checkBits: number;
}

const SLOT = 2;

/**
 * Most lookups find nothing, and end at the bits beside the start: one place in memory where it would be
 * three. Memory is what a lookup waits for.
 */
export function openBuckets(starts: Uint32Array, ids: Uint32Array, checkBits: number): Buckets {
  const slots = new Int32Array(starts.length * SLOT);
  const mask = (1 << checkBits) - 1;
  starts.forEach((start, bucket) => {
    let hint = 0;
    const end = starts[bucket + 1] ?? start;
    for (let at = start; at < end; at += 1) hint |= 1 << ((ids[at] ?? 0) & mask);
    slots[bucket * SLOT] = hint;
    slots[bucket * SLOT + 1] = start;
  });
  return { slots, ids, checkBits };
}

/** Of as many buckets as a power of two, and the end of the last. */
const slotOf = (slots: Int32Array, hash: number) => (hash & (slots.length / SLOT - 2)) * SLOT;

/** Not whether a key is there, but whether it may be. */
export function mayHold({ slots, checkBits }: Buckets, hash: number): boolean {
  const check = checkOf(hash) & ((1 << checkBits) - 1);
  return ((slots[slotOf(slots, hash)] ?? 0) & (1 << check)) !== 0;
}

const IDS_PER_BUCKET = 4;
export const CHECK_BITS = 8;
/** Bits that pick no bucket, as long as there are fewer than sixteen million. */
const checkOf = (hash: number) => hash >>> 24;

export function buildBuckets(
  hashes: Uint32Array,
  ids: Uint32Array,
): { starts: Uint32Array; ids: Uint32Array } {
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
  const { slots, ids, checkBits } = buckets;
  const slot = slotOf(slots, hash);
  const mask = (1 << checkBits) - 1;
  const check = checkOf(hash) & mask;
  const end = slots[slot + SLOT + 1] ?? 0;
  for (let at = slots[slot + 1] ?? 0; at < end; at += 1) {
    const packed = ids[at] ?? 0;
    if ((packed & mask) === check) visit(packed >>> checkBits);
  }
}

/** Many hashes to look up at once, and whose each is. */
export interface Probes {
  hashes: number[];
  owners: number[];
}

/** What was found, as many as was said; what stands behind is left from earlier. */
export interface Gathered {
  ids: number[];
  owners: number[];
}

const likely: number[] = [];

/** Asks for the ids of all that is likely, so that they come at once. What they add up to says nothing. */
function fetchIds({ slots, ids }: Buckets, hashes: readonly number[], count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1)
    sum += ids[slots[slotOf(slots, hashes[likely[at] ?? 0] ?? 0) + 1] ?? 0] ?? 0;
  return sum;
}

/**
 * What is most likely under any of the hashes; says how much that is. Whether a hash is there no processor
 * can guess: where nothing branches on it, memory is asked for all of them at once instead of in turn.
 */
export function gather(buckets: Buckets, { hashes, owners }: Probes, into: Gathered): number {
  const { slots, ids, checkBits } = buckets;
  const mask = (1 << checkBits) - 1;
  let likelyCount = 0;
  for (let at = 0; at < hashes.length; at += 1) {
    const hash = hashes[at] ?? 0;
    likely[likelyCount] = at;
    likelyCount += ((slots[slotOf(slots, hash)] ?? 0) >>> (checkOf(hash) & mask)) & 1;
  }
  fetchIds(buckets, hashes, likelyCount);
  let count = 0;
  for (let one = 0; one < likelyCount; one += 1) {
    const probe = likely[one] ?? 0;
    const hash = hashes[probe] ?? 0;
    const slot = slotOf(slots, hash);
    const check = checkOf(hash) & mask;
    const end = slots[slot + SLOT + 1] ?? 0;
    for (let at = slots[slot + 1] ?? 0; at < end; at += 1) {
      const packed = ids[at] ?? 0;
      into.ids[count] = packed >>> checkBits;
      into.owners[count] = owners[probe] ?? 0;
      count += isZero((packed & mask) ^ check);
    }
  }
  return count;
}

/** 1 for zero, 0 for what is above. */
const isZero = (number: number) => (number - 1) >>> 31;

export function bucketOf(buckets: Buckets, hash: number): number[] {
  const found: number[] = [];
  visitBucket(buckets, hash, (id) => found.push(id));
  return found;
}
