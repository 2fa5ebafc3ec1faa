import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { deployedName } from '#infra/function-names.ts';
import { SYNTH_WARNINGS } from '#infra/local/synthesise.ts';
import { stageNamed } from '#infra/stage.ts';
import { workers } from '#infra/workers.ts';
import { allRoutes } from '#shared/routes.ts';
import { assembled } from '#test/support/assembly.ts';
import { some } from '#test/support/soak.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-app-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('app: synthesis prints nothing and writes the code of every function beside its template', async () => {
  const local = await assembled();

  const without = [...allRoutes, ...workers]
    .map((fn) => deployedName(stageNamed('local'), fn))
    .filter((name) => !existsSync(join(`${local.codeOf.get(name)}`, 'index.mjs')));

  expect(readFileSync(join(local.directory, SYNTH_WARNINGS), 'utf8')).toBe('');
  expect(without).toEqual([]);
});

test.each(
  some(
    [
      ['an issuer without its keys', { issuer: 'https://login.example.com' }, /requires all of issuer/],
      ['a stage with a strange name', { stage: 'My Stage' }, /A stage is named with/],
      ['an unknown list', { listFiles: '{ "eu": {} }' }, /Unrecognized key: .*eu/],
    ],
    1,
  ),
)('the app refuses %s', (_case, context: Record<string, string>, words) => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/app.ts'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      // As in synthesised.ts.
      CDK_VALIDATION: 'false',
    },
  });

  expect(status).not.toBe(0);
  expect(stderr).toMatch(words);
});
