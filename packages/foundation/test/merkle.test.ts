import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  appendLeaves,
  consistencyRanges,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  frontierLength,
  inclusionRanges,
  isConsistent,
  isIncluded,
  leafHash,
  type Range,
  rootOf,
  rootOfComplete,
  subtreesOf,
} from '../src/merkle.ts';

/** RFC 9162, section 2.1, word by word, over the data of leaves. */
const sha = (...parts: Uint8Array[]) => Buffer.from(hash('sha256', Buffer.concat(parts)), 'hex');
function treeHash(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha();
  if (leaves.length === 1) return sha(Buffer.of(0), only);
  const split = splitOf(leaves.length);
  return sha(Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)));
}
function pathOf(index: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  return index < split
    ? [...pathOf(index, leaves.slice(0, split)), treeHash(leaves.slice(split))]
    : [...pathOf(index - split, leaves.slice(split)), treeHash(leaves.slice(0, split))];
}
function subproof(from: number, leaves: readonly Buffer[], isWhole: boolean): Buffer[] {
  if (from === leaves.length) return isWhole ? [] : [treeHash(leaves)];
  const split = splitOf(leaves.length);
  return from <= split
    ? [...subproof(from, leaves.slice(0, split), isWhole), treeHash(leaves.slice(split))]
    : [...subproof(from - split, leaves.slice(split), false), treeHash(leaves.slice(0, split))];
}
const splitOf = (size: number) => 2 ** (Math.ceil(Math.log2(size)) - 1);

const hex = (buffers: readonly Buffer[]) => buffers.map((one) => one.toString('hex'));
const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => Buffer.from(`leaf ${index}`));

/** Every size to 130, and some that are far from a power of two or next to it. */
const SIZES = [...Array.from({ length: 130 }, (_, size) => size + 1), 255, 256, 257, 511, 700, 1_025];
const SOME = 2_000;
const DATA = leavesOf(1_100);
const HASHES = DATA.map((leaf) => leafHash(leaf));
const hashOf = ({ start, end }: Range) =>
  rootOf(subtreesOf({ start, end }).map(({ level, index }) => completeAt(level, index)));
const completeAt = (level: number, index: number) =>
  rootOfComplete(HASHES.slice(index * 2 ** level, (index + 1) * 2 ** level));
/** Not one after another, so that few cases reach all depths. */
const spread = (count: number, below: number) => Array.from({ length: count }, (_, at) => (at * 7_919 + 13) % below);

describe('Merkle tree', () => {
  test('has the root of RFC 9162 at every size, whether leaves are appended one by one or in parts', () => {
    expect(rootOf([])).toBe(EMPTY_ROOT);
    expect(EMPTY_ROOT).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const size of SIZES) {
      const expected = treeHash(DATA.slice(0, size)).toString('hex');
      const whole = appendLeaves(EMPTY_FRONTIER, HASHES.slice(0, size));
      const half = Math.floor(size / 3);
      const parts = appendLeaves(appendLeaves(EMPTY_FRONTIER, HASHES.slice(0, half)), HASHES.slice(half, size));
      expect(rootOf(whole.hashes)).toBe(expected);
      expect(parts).toEqual(whole);
      expect(whole.hashes).toHaveLength(frontierLength(size));
      expect(hashOf({ start: 0, end: size })).toBe(expected);
    }
  });

  test('has the inclusion proofs of RFC 9162, which hold for their leaf only', () => {
    for (const size of SIZES.filter((one) => one < 40 || one > 126)) {
      const root = treeHash(DATA.slice(0, size)).toString('hex');
      for (const index of new Set([0, size - 1, ...spread(size < 20 ? size : 6, size)])) {
        const path = inclusionRanges(index, size).map(hashOf);
        expect(path).toEqual(hex(pathOf(index, DATA.slice(0, size))));
        const proof = { leafHash: HASHES[index] ?? '', leafIndex: index, treeSize: size, path, root };
        expect(isIncluded(proof)).toBe(true);
        expect(isIncluded({ ...proof, leafHash: leafHash('another') })).toBe(false);
        expect(isIncluded({ ...proof, leafIndex: index + 1 })).toBe(false);
        expect(isIncluded({ ...proof, path: [...path, root] })).toBe(false);
        expect(isIncluded({ ...proof, path: path.slice(1) })).toBe(path.length === 0);
      }
    }
  });

  test('has the consistency proofs of RFC 9162, which hold between these roots only', () => {
    for (const to of SIZES.filter((one) => one < 34 || one > 127)) {
      const toRoot = treeHash(DATA.slice(0, to)).toString('hex');
      const froms = to < 34 ? Array.from({ length: to }, (_, index) => index + 1) : spread(6, to).map((one) => one + 1);
      for (const from of froms) {
        const fromRoot = treeHash(DATA.slice(0, from)).toString('hex');
        const path = consistencyRanges(from, to).map(hashOf);
        expect(path).toEqual(hex(subproof(from, DATA.slice(0, to), true)));
        const proof = { from, to, fromRoot, toRoot, path };
        expect(isConsistent(proof)).toBe(true);
        expect(isConsistent({ ...proof, toRoot: leafHash('another') })).toBe(false);
        expect(isConsistent({ ...proof, fromRoot: leafHash('another') })).toBe(false);
        expect(isConsistent({ ...proof, path: [...path, toRoot] })).toBe(false);
      }
    }
    expect(isConsistent({ from: 5, to: 4, fromRoot: '', toRoot: '', path: [] })).toBe(false);
  });

  test('a root differs when a leaf is changed, missing, inserted or in another place', () => {
    const leaves = HASHES.slice(0, 100);
    const roots = [
      leaves,
      leaves.with(41, leafHash('changed')),
      leaves.toSpliced(41, 1),
      leaves.toSpliced(41, 0, leafHash('inserted')),
      leaves.with(41, leaves[42] ?? '').with(42, leaves[41] ?? ''),
    ].map((all) => rootOf(appendLeaves(EMPTY_FRONTIER, all).hashes));
    expect(new Set(roots).size).toBe(5);
  });

  test('sizes beyond 32 bits are exact', () => {
    const size = 2 ** 40 + 5;
    expect(subtreesOf({ start: 0, end: size })).toEqual([
      { level: 40, index: 0 },
      { level: 2, index: 2 ** 38 },
      { level: 0, index: 2 ** 40 + 4 },
    ]);
    expect(inclusionRanges(size - 1, size)).toEqual([
      { start: 2 ** 40, end: 2 ** 40 + 4 },
      { start: 0, end: 2 ** 40 },
    ]);
    expect(inclusionRanges(SOME, size)).toHaveLength(41);
  });
});
