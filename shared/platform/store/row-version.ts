import type { Item } from './store.ts';

/**
 * The version of the stored shapes, written to every row as `v`. Shapes grow by optional members only, which
 * needs no new version. A change that cannot be made so raises this number and adds an upgrade; CONTRIBUTING.md
 * has the steps, and `test/fixtures/stored` has rows of every released version.
 */
export const ROW_VERSION = 1;

/** Rows written before there was a version have the shapes of the first one. */
const FIRST_VERSION = 1;

/** By version: turns a row of that version into one of the next. The partition key tells what the row holds. */
export type Upgrades = Readonly<Record<number, (row: Item) => Item>>;
const UPGRADES: Upgrades = {};

export const withVersion = (row: Item, version = ROW_VERSION): Item => ({ ...row, v: version });

/** A stored row in the current shape. Its version is removed: no other code depends on it. */
export function inCurrentShape(
  stored: Record<string, unknown>,
  current = ROW_VERSION,
  upgrades = UPGRADES,
): Item {
  const { v = FIRST_VERSION, ...rest } = stored;
  let row = rest as Item;
  // Guessing would risk writing the row back with a part of its content missing.
  if (typeof v !== 'number' || v > current)
    throw new Error(`A row has version ${String(v)}, but this release reads up to ${current}.`);
  for (let version = v; version < current; version += 1) {
    const upgrade = upgrades[version];
    if (!upgrade) throw new Error(`There is no upgrade of rows from version ${version}.`);
    row = upgrade(row);
  }
  return row;
}
