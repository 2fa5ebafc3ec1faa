import { hash } from 'node:crypto';

/**
 * Merkle trees as in RFC 9162, section 2.1. Hashes are SHA-256 in lower-case hex. A tree of n leaves is split at the largest
 * power of two below n, so what is a complete subtree once never changes when leaves are added.
 */

/** Leaves from `start` to before `end`. */
export interface Range {
  start: number;
  end: number;
}

/** The leaves from `index * 2 ** level` on, `2 ** level` of them. */
export interface Subtree {
  level: number;
  index: number;
}

/** The complete subtrees of the first `size` leaves, largest first: all that appending needs to know. */
export interface Frontier {
  size: number;
  hashes: readonly string[];
}

export const EMPTY_ROOT = /* @__PURE__ */ hash('sha256', '');
export const EMPTY_FRONTIER: Frontier = { size: 0, hashes: [] };

// Leaves and nodes are hashed with different first bytes, so that a node cannot pass for a leaf.
const LEAF = /* @__PURE__ */ Buffer.of(0);
const NODE = /* @__PURE__ */ Buffer.of(1);

export const leafHash = (leaf: string | Uint8Array): string =>
  hash('sha256', Buffer.concat([LEAF, typeof leaf === 'string' ? Buffer.from(leaf) : leaf]));

export const nodeHash = (left: string, right: string): string =>
  hash('sha256', Buffer.concat([NODE, Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]));

/** The root over complete subtrees from left to right, each smaller than the one before it. */
export const rootOf = (hashes: readonly string[]): string =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));

/** The root of a complete subtree, from its nodes of one level; their number is a power of two. */
export function rootOfComplete(nodes: readonly string[]): string {
  let level = nodes;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, index) =>
      nodeHash(level[2 * index] ?? '', level[2 * index + 1] ?? ''),
    );
  return level[0] ?? EMPTY_ROOT;
}

export function appendLeaves({ size, hashes }: Frontier, leaves: readonly string[]): Frontier {
  const next = [...hashes];
  for (const [added, leaf] of leaves.entries()) {
    let node = leaf;
    for (let full = size + added; full % 2 === 1; full = (full - 1) / 2) node = nodeHash(next.pop() ?? '', node);
    next.push(node);
  }
  return { size: size + leaves.length, hashes: next };
}

/** How many complete subtrees the first `size` leaves have. */
export const frontierLength = (size: number): number => subtreesOf({ start: 0, end: size }).length;

/** The complete subtrees of a node of the tree, from left to right. */
export function subtreesOf({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

function splitOf({ start, end }: Range): number {
  let width = 1;
  while (width * 2 < end - start) width *= 2;
  return start + width;
}

/** What the nodes of an inclusion proof cover, from the leaf to the root (section 2.1.3.1). */
export function inclusionRanges(index: number, size: number): Range[] {
  const path: Range[] = [];
  let node: Range = { start: 0, end: size };
  while (node.end - node.start > 1) {
    const middle = splitOf(node);
    const [left, right] = [
      { start: node.start, end: middle },
      { start: middle, end: node.end },
    ];
    path.push(index < middle ? right : left);
    node = index < middle ? left : right;
  }
  return path.reverse();
}

/** What the nodes of a proof cover that the first `from` leaves of a tree are those of a smaller one (section 2.1.4.1). */
export function consistencyRanges(from: number, size: number): Range[] {
  const path: Range[] = [];
  let node: Range = { start: 0, end: size };
  let isFirst = true;
  while (from < node.end) {
    const middle = splitOf(node);
    const [left, right] = [
      { start: node.start, end: middle },
      { start: middle, end: node.end },
    ];
    path.push(from <= middle ? right : left);
    isFirst &&= from <= middle;
    node = from <= middle ? left : right;
  }
  return [...(isFirst ? [] : [node]), ...path.reverse()];
}

export interface InclusionProof {
  leafHash: string;
  leafIndex: number;
  treeSize: number;
  path: readonly string[];
  root: string;
}

/** Section 2.1.3.2. */
export function isIncluded({ leafHash: leaf, leafIndex, treeSize, path, root }: InclusionProof): boolean {
  if (leafIndex >= treeSize) return false;
  let [node, last] = [leafIndex, treeSize - 1];
  let computed = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    const isRight = node % 2 === 1 || node === last;
    computed = isRight ? nodeHash(sibling, computed) : nodeHash(computed, sibling);
    [node, last] = parentOf(node, last, isRight);
  }
  return last === 0 && computed === root;
}

export interface ConsistencyProof {
  from: number;
  to: number;
  fromRoot: string;
  toRoot: string;
  path: readonly string[];
}

/** Section 2.1.4.2. The empty tree is consistent with every other. */
export function isConsistent({ from, to, fromRoot, toRoot, path }: ConsistencyProof): boolean {
  if (from > to) return false;
  if (from === to) return path.length === 0 && fromRoot === toRoot;
  if (from === 0) return path.length === 0 && fromRoot === EMPTY_ROOT;
  const [first, ...rest] = Number.isInteger(Math.log2(from)) ? [fromRoot, ...path] : path;
  if (first === undefined || rest.length === 0) return false;
  let [node, last] = [from - 1, to - 1];
  while (node % 2 === 1) [node, last] = [(node - 1) / 2, Math.floor(last / 2)];
  let [computedFrom, computedTo] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    const isRight = node % 2 === 1 || node === last;
    if (isRight) computedFrom = nodeHash(sibling, computedFrom);
    computedTo = isRight ? nodeHash(sibling, computedTo) : nodeHash(computedTo, sibling);
    [node, last] = parentOf(node, last, isRight);
  }
  return last === 0 && computedFrom === fromRoot && computedTo === toRoot;
}

/** A node without a right sibling is its own parent: it moves up until it is a right child, or the root. */
function parentOf(node: number, last: number, isRight: boolean): [number, number] {
  const up = (at: number) => Math.floor(at / 2);
  let [child, end] = [node, last];
  if (isRight) while (child % 2 === 0 && child !== 0) [child, end] = [up(child), up(end)];
  return [up(child), up(end)];
}
