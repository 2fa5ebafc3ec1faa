import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deletionsOf } from '../../../names/src/edit-distance.ts';
import {
  bucketOf,
  buildBuckets,
  CHECK_BITS,
  codesOf,
  deletionHashesOf,
  hashOf,
  openBuckets,
} from '../../src/search/buckets.ts';

const someWord = fc.string({ unit: fc.constantFrom(...'abcÅя'), minLength: 1, maxLength: 12 });

const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

describe('buckets', () => {
  test('return every id under its hash, and hardly any for a hash that was never stored', () => {
    fc.assert(
      fc.property(fc.uniqueArray(someWord), fc.uniqueArray(someWord), (held, others) => {
        const hashes = Uint32Array.from(held, hashOf);
        const { starts, ids } = buildBuckets(
          hashes,
          hashes.map((_, id) => id),
        );

        const buckets = openBuckets(starts, ids, CHECK_BITS);

        held.forEach((word, id) => {
          expect(bucketOf(buckets, hashOf(word))).toContain(id);
        });
        // What is found of others shares bucket and check with them: another entry's, to be compared.
        for (const word of others.filter((other) => !held.includes(other)))
          for (const id of bucketOf(buckets, hashOf(word))) expect((hashes[id] ?? 0) >>> 24).toBe(hashOf(word) >>> 24);
      }),
    );
  });

  test('of a missing part are empty', () => {
    const none = openBuckets(new Uint32Array(0), new Uint32Array(0), CHECK_BITS);

    expect(bucketOf(none, hashOf('anna'))).toEqual([]);
  });
});

test('deletion hashes: they equal the hashes of the word without each of its letters', () => {
  fc.assert(
    fc.property(someWord, (word) => {
      expect(sorted(new Set(deletionHashesOf(codesOf(word))))).toEqual(sorted(new Set(deletionsOf(word).map(hashOf))));
    }),
  );
});
