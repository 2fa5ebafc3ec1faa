import { beforeAll, beforeEach } from 'vitest';
import { prepareEngine } from './engine.ts';

/**
 * What tests share, made when the engines are there. A file holds it as a constant, so it is handed out
 * empty and filled before the first test looks at it.
 */
export function preparedForFile<Shared extends object>(make: () => Promise<Shared>): Shared {
  const shared = {} as Shared;
  beforeAll(async () => fill(shared, make));
  return shared;
}

/** The same, with tables of its own for each test: what looks through all rows finds no other's. */
export function preparedForEachTest<Shared extends object>(make: () => Promise<Shared>): Shared {
  const shared = {} as Shared;
  beforeEach(async () => fill(shared, make));
  return shared;
}

async function fill<Shared extends object>(shared: Shared, make: () => Promise<Shared>) {
  await prepareEngine();
  Object.assign(shared, await make());
}
