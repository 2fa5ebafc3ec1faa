import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import type {} from './shared-cloud.ts';
import { DONE } from './shared-cloud-files.ts';

const file = basename(expect.getState().testPath ?? '');

// Hooks run in reverse order, so this one follows those of the file: it no longer needs the cloud.
afterAll(() => writeFileSync(join(inject('cloudDirectory'), DONE, file), ''));
