import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { closeServer, listen } from '#infra/local/gateway/http-server.ts';

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

test.each([
  ['a page as it is', 'text/html; charset=utf-8', '<h1>Assay API</h1>', '<h1>Assay API</h1>\n'],
  ['JSON laid out', 'application/problem+json', '{"code":"x"}', '{\n  "code": "x"\n}\n'],
])('shows %s', async (_case, contentType, body, shown) => {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': contentType }).end(body);
  });
  onTestFinished(() => closeServer(server));
  const port = await listen(server, 0);
  const there = mkdtempSync(join(tmpdir(), 'assay-call-'));
  onTestFinished(() => rmSync(there, { recursive: true }));
  writeFileSync(
    join(there, 'dev.json'),
    JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, apiKeys: {}, tokens: { owner: 't' } }),
  );

  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, '--as', 'owner', 'GET', '/docs'],
    { env: { ...process.env, ASSAY_LOCAL: there } },
  );

  expect(stdout).toBe(shown);
});

test('before anything was started it says how to start', () => {
  const { status, stderr } = call(['GET', '/health'], join(home, 'nowhere'));

  expect(status).toBe(1);
  expect(stderr).toContain('start the local cloud first, with npm start');
});
