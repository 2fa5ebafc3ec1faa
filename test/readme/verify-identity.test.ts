import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { newOrganizations, sharedCloud } from '#test/support/shared-cloud.ts';
import { type Block, blocksOf } from './blocks.ts';

const run = promisify(execFile);
const GUIDE = 'docs/api-guide.md';
/** Starting the local cloud takes most of it. */
const GUIDE_MS = 600_000;

const codeOf = (blocks: readonly Block[]) => blocks.filter(({ language }) => language === 'js').map(({ text }) => text);

/** A block of the guide that begins with the name of its file. */
const fileOf = (blocks: readonly Block[], name: string) =>
  codeOf(blocks).find((text) => text.startsWith(`// ${name}\n`)) ?? '';

test('guide: a person is verified as documented', { tags: 'full', timeout: GUIDE_MS }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-guide-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, '.local'));
  writeFileSync(join(home, '.local/dev.json'), JSON.stringify(await newOrganizations(await sharedCloud())));
  const signing = blocksOf('Sign requests', GUIDE);
  const section = blocksOf('Verify an identity', GUIDE);
  const program = [fileOf(signing, 'guide.mjs'), ...codeOf(blocksOf('Create a subject', GUIDE)), ...codeOf(section)];
  writeFileSync(join(home, 'sign.mjs'), fileOf(signing, 'sign.mjs'));
  writeFileSync(join(home, 'guide.mjs'), program.join('\n'));

  const { stdout } = await run(process.execPath, ['guide.mjs'], { cwd: home, timeout: GUIDE_MS });

  const shown = section.filter(({ language }) => language === 'text').map(({ text }) => text);
  expect(shown).toHaveLength(3);
  expect(stdout).toBe(shown.join(''));
});
