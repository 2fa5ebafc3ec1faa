import { afterAll } from 'vitest';

/** After every file, since the engine is the same for all of them. Files of rules never load the SDK. */
afterAll(async () => {
  if (process.env.TABLE_JOURNAL === undefined) return;
  const { deleteTables } = await import('./prepare-tables.ts');
  await deleteTables();
});
