import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../bin/call.ts', import.meta.url));
const NOBODY_LISTENS = 'http://127.0.0.1:9';

const home = mkdtempSync(join(tmpdir(), 'assay-call-'));
writeFileSync(
  join(home, 'dev.json'),
  JSON.stringify({ baseUrl: NOBODY_LISTENS, apiKeys: {}, tokens: { owner: 't' } }),
);
afterAll(() => rmSync(home, { recursive: true }));

function call(args: string[], directory = home) {
  const env = { ...process.env, ASSAY_LOCAL: directory };
  return spawnSync(process.execPath, [PROGRAM, ...args], { env, encoding: 'utf8' });
}

test.each([
  [
    'an option it does not have',
    ['--what'],
    "Unknown option '--what'\nnpm run -s call -- [--as WHO]",
  ],
  ['a file that is not there', ['POST', '/documents', '@no.pdf'], 'There is no file no.pdf.'],
  [
    'a credential that is not there',
    ['GET', '/health'],
    'There is no credential called test, only owner.',
  ],
  [
    'a cloud that is not running',
    ['--as', 'owner', 'GET', '/health'],
    `Nobody answers at ${NOBODY_LISTENS}: is the local cloud running?`,
  ],
])('%s is told without a stack trace', (_case, args, line) => {
  const { status, stderr } = call(args);

  expect(status).toBe(1);
  expect(stderr).toContain(line);
  expect(stderr).not.toContain('    at ');
});

test('before anything was started it says how to start', () => {
  const { status, stderr } = call(['GET', '/health'], join(home, 'nowhere'));

  expect(status).toBe(1);
  expect(stderr).toContain('start the local cloud first, with npm start');
});
