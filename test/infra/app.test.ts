import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

// Bundling and synthesis take a few seconds of processor time; a busy machine may need many more.
vi.setConfig({ testTimeout: 180_000 });

const directory = mkdtempSync(join(tmpdir(), 'assay-app-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The CDK app as the local cloud starts it: by itself, without the CDK CLI. */
const synthesise = (context: Record<string, string>) =>
  spawnSync(process.execPath, ['bin/app.ts'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      // As in synthesised.ts.
      CDK_VALIDATION: 'false',
    },
  });

test('the app leaves the code of every function beside the template that names it', () => {
  const { status, stderr } = synthesise({
    stage: 'local',
    issuer: 'http://127.0.0.1:3000/issuer',
    jwksUri: 'http://127.0.0.1:3000/issuer/jwks.json',
    audience: 'assay',
  });

  const functions = readdirSync(directory)
    .filter((file) => file.endsWith('.template.json'))
    .flatMap((file) => resourcesIn(join(directory, file)))
    .filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const without = functions.filter(
    ({ Metadata }) => !existsSync(join(directory, `${Metadata?.['aws:asset:path']}`, 'index.mjs')),
  );

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(functions.length).toBeGreaterThan(10);
  expect(without).toEqual([]);
});

test.each([
  ['an issuer without its keys', { issuer: 'https://login.example.com' }, /needs all of issuer/],
  ['a stage with a strange name', { stage: 'My Stage' }, /A stage is named with/],
])('the app refuses %s', (_case, context: Record<string, string>, words) => {
  const { status, stderr } = synthesise(context);

  expect(status).not.toBe(0);
  expect(stderr).toMatch(words);
});

interface Resource {
  Type: string;
  Metadata?: Record<string, string>;
}

function resourcesIn(template: string): Resource[] {
  return Object.values(JSON.parse(readFileSync(template, 'utf8')).Resources);
}
