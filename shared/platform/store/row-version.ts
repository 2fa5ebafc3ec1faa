import type { Item } from './store.ts';

/**
 * The version of the stored shapes, written to every row as `v`. Shapes grow by optional properties only,
 * which needs no new version. Any other change raises this number and adds an upgrade; CONTRIBUTING.md has
 * the steps, and `test/fixtures/stored` has rows of every released version.
 */
export const ROW_VERSION = 1;

/** Rows without a version have the shapes of the first. */
const FIRST_VERSION = 1;

/** By version: upgrades a row of that version to the next. The partition key identifies the kind of row. */
export type Upgrades = Readonly<Record<number, (row: Item) => Item>>;
const UPGRADES: Upgrades = {};

export const withVersion = (row: Item, version = ROW_VERSION): Item => ({ ...row, v: version });

/** A stored row in the current shape. The version is removed, since no other code depends on it. */
export function inCurrentShape(stored: Record<string, unknown>, current = ROW_VERSION, upgrades = UPGRADES): Item {
  const { v = FIRST_VERSION, ...rest } = stored;
  let row = rest as Item;
  // Guessing could write the row back with parts missing.
  if (typeof v !== 'number' || v > current)
    throw new Error(`A row has version ${String(v)}, but this release reads up to ${current}.`);
  for (let version = v; version < current; version += 1) {
    const upgrade = upgrades[version];
    if (!upgrade) throw new Error(`There is no upgrade of rows from version ${version}.`);
    row = upgrade(row);
  }
  return row;
}
