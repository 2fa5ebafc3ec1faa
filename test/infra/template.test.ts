import { describe } from 'vitest';
import './synthesised.ts';

const PARTS = [
  'alarms',
  'backups',
  'documents',
  'domain',
  'egress',
  'endpoints',
  'grants',
  'journal-archive',
  'list-archive',
  'language-model',
  'operations',
  'releases',
  'restoring',
  'stores',
  'users',
  'workers',
];

/** Together in one file, because importing and synthesising the stack takes seconds. */
describe.each(PARTS)('%s', async (part) => {
  await import(`./template/${part}.ts`);
});
