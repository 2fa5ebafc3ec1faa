const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const withUnit = (hash: number, unit: number) => Math.imul(hash ^ unit, FNV_PRIME);
/**
 * The low bits select the bucket; without this step the first letters would barely influence them.
 */
const finished = (hash: number) => hash ^ (hash >>> 15);

/** FNV-1a over UTF-16 code units: short, and the same on every machine. */
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

/**
 * Hashes of the deletion neighbourhood of a word (as in SymSpell): the word without each of its
 * letters in turn. The shorter strings themselves are never built.
 */
export function deletionHashesOf(codes: readonly number[]): number[] {
  const hashes: number[] = [];
  let before = FNV_OFFSET;
  for (let left = 0; left < codes.length; left += 1) {
    const unit = codes[left] ?? 0;
    // Deleting either of two equal neighbours gives the same string.
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
 * A hash table without keys, in two flat arrays: where the ids of each bucket begin, and the ids.
 * Instead of keys it stores eight check bits of the hash with each id, so most false candidates are
 * rejected without a comparison. Callers must compare the key of every id they get: a collision
 * costs a comparison and never a wrong result.
 */
export interface Buckets {
  /**
   * Two numbers per bucket: a Bloom-filter-like bit set of the checks that occur in it, and where
   * its ids begin.
   */
  slots: Int32Array;
  ids: Uint32Array;
  checkBits: number;
}

const SLOT = 2;

/**
 * Most lookups find nothing and end at the bit set, which lies beside the start of the bucket: one
 * cache miss instead of three. Lookups are bound by memory latency.
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

/** The number of buckets is a power of two; the last slot is the end of the last bucket. */
const slotOf = (slots: Int32Array, hash: number) => (hash & (slots.length / SLOT - 2)) * SLOT;

/** False means that the key is not there; true means that it may be, as with a Bloom filter. */
export function mayHold({ slots, checkBits }: Buckets, hash: number): boolean {
  const check = checkOf(hash) & ((1 << checkBits) - 1);
  return ((slots[slotOf(slots, hash)] ?? 0) & (1 << check)) !== 0;
}

const IDS_PER_BUCKET = 4;
export const CHECK_BITS = 8;
/**
 * The upper bits, which do not select the bucket as long as there are fewer than 16 million
 * buckets.
 */
const checkOf = (hash: number) => hash >>> 24;

export function buildBuckets(hashes: Uint32Array, ids: Uint32Array): { starts: Uint32Array; ids: Uint32Array } {
  let count = 1;
  while (count * IDS_PER_BUCKET < hashes.length) count *= 2;
  const starts = new Uint32Array(count + 1);
  for (const hash of hashes) starts[(hash & (count - 1)) + 1] = (starts[(hash & (count - 1)) + 1] ?? 0) + 1;
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

/** Visits the ids that are probably stored under a key of this hash; the caller compares. */
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

/** Hashes to look up in one batch, and the owner (number of the spelling) of each. */
export interface Probes {
  hashes: number[];
  owners: number[];
}

/**
 * Ids found by `gather` and their owners. Elements beyond the returned count are left over from
 * earlier calls.
 */
export interface Gathered {
  ids: number[];
  owners: number[];
}

const likely: number[] = [];

/**
 * Prefetch: touches the ids of all probable buckets, so that their cache misses overlap. The sum
 * itself is not used.
 */
function fetchIds({ slots, ids }: Buckets, hashes: readonly number[], count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += ids[slots[slotOf(slots, hashes[likely[at] ?? 0] ?? 0) + 1] ?? 0] ?? 0;
  return sum;
}

/**
 * Looks up many hashes at once; returns the number of ids written to `into`. Branches on whether a
 * hash occurs would be unpredictable, so the loops are branchless (write always, advance by 0 or
 * 1), which lets the processor load the memory of all lookups in parallel.
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

/** 1 for zero, 0 for positive numbers. */
const isZero = (number: number) => (number - 1) >>> 31;

export function bucketOf(buckets: Buckets, hash: number): number[] {
  const found: number[] = [];
  visitBucket(buckets, hash, (id) => found.push(id));
  return found;
}
