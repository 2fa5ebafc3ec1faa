import { deletionsOf, latinConsonants, mayBeOneOff, mayBeRead } from '@assay/names';
import { buildBuckets, hashOf } from './buckets.ts';
import { ByteWriter, NumberList } from './bytes.ts';
import { LENGTH_BITS } from './entry-marks.ts';
import type { Part } from './index-file.ts';
import { consonantHash } from './spelling-key.ts';

const LENGTH_MASK = (1 << LENGTH_BITS) - 1;

/** The dictionary: the letters of all words, and a hash table from spelling to word number. */
export function wordParts(words: readonly string[]): Record<string, Part> {
  const text = new ByteWriter();
  const starts = new Uint32Array(words.length + 1);
  const hashes = new Uint32Array(words.length);
  const ids = new Uint32Array(words.length);
  words.forEach((word, id) => {
    text.text(word);
    starts[id + 1] = text.length;
    hashes[id] = hashOf(word);
    ids[id] = id;
  });
  const buckets = buildBuckets(hashes, ids);
  return { wordText: text.finish(), wordTextStarts: starts, wordStarts: buckets.starts, wordIds: buckets.ids };
}

/**
 * The SymSpell part: a hash table from each deletion (a word without one letter) to the word, for
 * words that can be found one letter off. A word that only gains a letter is found as it is.
 */
export function deletionParts(words: readonly string[]): Record<string, Part> {
  const hashes = new NumberList();
  const ids = new NumberList();
  words.forEach((word, id) => {
    if (!mayBeOneOff(word)) return;
    for (const deletion of deletionsOf(word)) {
      hashes.push(hashOf(deletion));
      ids.push(id);
    }
  });
  const buckets = buildBuckets(hashes.finish(), ids.finish());
  return { deletionStarts: buckets.starts, deletionIds: buckets.ids };
}

/** A hash table from consonant skeletons to Latin words, for lookups of words in Arabic script. */
export function consonantParts(words: readonly string[]): Record<string, Part> {
  const hashes = new NumberList();
  const ids = new NumberList();
  words.forEach((word, id) => {
    if (!mayBeRead(word)) return;
    hashes.push(consonantHash(latinConsonants(word)));
    ids.push(id);
  });
  const buckets = buildBuckets(hashes.finish(), ids.finish());
  return { consonantStarts: buckets.starts, consonantIds: buckets.ids };
}

/**
 * The postings of the inverted index: for each word its entries in ascending order, delta-encoded
 * as varints. The low `LENGTH_BITS` bits carry the length class of the shortest reading and are not
 * part of the delta.
 */
export function postingParts(words: Uint32Array, entries: Uint32Array, wordCount: number): Record<string, Part> {
  const firsts = new Uint32Array(wordCount + 1);
  for (const word of words) firsts[word + 1] = (firsts[word + 1] ?? 0) + 1;
  for (let at = 1; at <= wordCount; at += 1) firsts[at] = (firsts[at] ?? 0) + (firsts[at - 1] ?? 0);
  const next = firsts.slice();
  const sorted = new Uint32Array(entries.length);
  words.forEach((word, at) => {
    const place = next[word] ?? 0;
    sorted[place] = entries[at] ?? 0;
    next[word] = place + 1;
  });
  const postings = new ByteWriter();
  const starts = new Uint32Array(wordCount + 1);
  for (let word = 0; word < wordCount; word += 1) {
    let previous = 0;
    for (let at = firsts[word] ?? 0; at < (firsts[word + 1] ?? 0); at += 1) {
      const entry = (sorted[at] ?? 0) >>> LENGTH_BITS;
      postings.number(((entry - previous) << LENGTH_BITS) | ((sorted[at] ?? 0) & LENGTH_MASK));
      previous = entry;
    }
    starts[word + 1] = postings.length;
  }
  return { postings: postings.finish(), postingStarts: starts };
}
