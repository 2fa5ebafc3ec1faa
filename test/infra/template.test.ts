import { describe } from 'vitest';
import './synthesised.ts';

const PARTS = [
  'alarms',
  'documents',
  'domain',
  'endpoints',
  'grants',
  'language-model',
  'operations',
  'releases',
  'restoring',
  'stores',
  'users',
  'workers',
];

/** Together in one file, because what they all look at takes seconds to import and to synthesise. */
describe.each(PARTS)('%s', async (part) => {
  await import(`./template/${part}.ts`);
});
