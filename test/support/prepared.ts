import { beforeAll, beforeEach } from 'vitest';
import { prepareEngine } from './engine.ts';

/**
 * Shared test setup, created once the engines are running. A file holds it as a constant, so the
 * object is returned empty and filled before the first test.
 */
export function preparedForFile<Shared extends object>(make: () => Promise<Shared>): Shared {
  const shared = {} as Shared;
  beforeAll(async () => fill(shared, make));
  return shared;
}

/** The same with new tables for each test, for tests that scan all rows. */
export function preparedForEachTest<Shared extends object>(make: () => Promise<Shared>): Shared {
  const shared = {} as Shared;
  beforeEach(async () => fill(shared, make));
  return shared;
}

async function fill<Shared extends object>(shared: Shared, make: () => Promise<Shared>) {
  await prepareEngine();
  Object.assign(shared, await make());
}
