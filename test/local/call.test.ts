import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { signRequest } from '#shared/identity/signed-request.ts';

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
    `There is no answer from ${NOBODY_LISTENS}. Is the local cloud running?`,
  ],
])('%s is told without a stack trace', (_case, args, line) => {
  const { status, stderr } = call(args);

  expect(status).toBe(1);
  expect(stderr).toContain(line);
  expect(stderr).not.toContain('    at ');
});

/** A folder with credentials that lead to this server, for as long as the test goes on. */
async function credentialsFor(
  server: Server,
  credentials: { apiKeys: Record<string, unknown>; tokens: Record<string, string> },
): Promise<string> {
  onTestFinished(() => closeServer(server));
  const port = await listen(server, 0);
  const there = mkdtempSync(join(tmpdir(), 'assay-call-'));
  onTestFinished(() => rmSync(there, { recursive: true }));
  const baseUrl = `http://127.0.0.1:${port}`;
  writeFileSync(join(there, 'dev.json'), JSON.stringify({ baseUrl, ...credentials }));
  return there;
}

test.each([
  ['a page as it is', 'text/html; charset=utf-8', '<h1>Assay API</h1>', '<h1>Assay API</h1>\n'],
  ['JSON laid out', 'application/problem+json', '{"code":"x"}', '{\n  "code": "x"\n}\n'],
])('shows %s', async (_case, contentType, body, shown) => {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': contentType }).end(body);
  });
  const there = await credentialsFor(server, { apiKeys: {}, tokens: { owner: 't' } });

  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, '--as', 'owner', 'GET', '/docs'],
    { env: { ...process.env, ASSAY_LOCAL: there } },
  );

  expect(stdout).toBe(shown);
});

const refusing = () =>
  createServer((_request, answer) => {
    const problem = { code: 'subject_exists', detail: 'There is already a person.' };
    answer
      .writeHead(409, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify(problem));
  });

test('a refused call with --pick writes the problem to stderr and nothing to stdout', async () => {
  const there = await credentialsFor(refusing(), { apiKeys: {}, tokens: { owner: 't' } });

  const outcome = await promisify(execFile)(
    process.execPath,
    [PROGRAM, '--as', 'owner', '--pick', 'id', 'POST', '/risk/subjects', '{}'],
    { env: { ...process.env, ASSAY_LOCAL: there } },
  ).catch((error: { code: number; stdout: string; stderr: string }) => error);

  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  expect(outcome.stderr).toContain('There is already a person.');
});

test('--pick of a member that the answer does not have fails', async () => {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
  });
  const there = await credentialsFor(server, { apiKeys: {}, tokens: { owner: 't' } });

  const outcome = await promisify(execFile)(
    process.execPath,
    [PROGRAM, '--as', 'owner', '--pick', 'data.id', 'GET', '/health'],
    { env: { ...process.env, ASSAY_LOCAL: there } },
  ).catch((error: { code: number; stdout: string; stderr: string }) => error);

  expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: 'The answer has no data.id.\n' });
});

test('--help prints the options, and a call without arguments too', () => {
  const help = call(['--help'], join(home, 'nowhere'));
  const bare = call([], join(home, 'nowhere'));

  expect([help.status, bare.status]).toEqual([0, 1]);
  for (const text of [help.stdout, bare.stderr]) expect(text).toContain('--pick PATH');
});

test.each([
  ['letters that an address cannot hold', '/risk/subjects?search=Zoë Žižek'],
  ['what nobody is sent', '/risk/subjects?offset=7#here'],
  ['a path that goes up again', '/risk/sources/../subjects'],
])('signs what is sent: %s', async (_case, path) => {
  const key = { key: 'ak_test_x', secret: 'secret' };
  const asked = Promise.withResolvers<{ url: string; timestamp: string; signature: string }>();
  const server = createServer(({ url = '', headers }, answer) => {
    const header = (name: string) => String(headers[name]);
    asked.resolve({
      ...{ url, timestamp: header('x-timestamp'), signature: header('x-signature') },
    });
    answer.end();
  });
  const there = await credentialsFor(server, { apiKeys: { test: key }, tokens: {} });

  await promisify(execFile)(process.execPath, [PROGRAM, 'GET', path], {
    env: { ...process.env, ASSAY_LOCAL: there },
  });

  const { url: pathAndQuery, timestamp, signature } = await asked.promise;
  const parts = { timestamp, method: 'GET', pathAndQuery, idempotencyKey: '' };
  expect(signature).toBe(signRequest(key.secret, { ...parts, body: Buffer.alloc(0) }));
});

test('finds the credentials of a project whose folder has a space in its name', () => {
  const project = mkdtempSync(join(tmpdir(), 'assay call '));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  for (const name of ['package.json', 'shared', 'node_modules'])
    symlinkSync(join(repository, name), join(project, name));
  mkdirSync(join(project, 'bin'));
  cpSync(PROGRAM, join(project, 'bin/call.ts'));
  cpSync(home, join(project, '.local'), { recursive: true });
  const { ASSAY_LOCAL, ...env } = process.env;

  const program = join(project, 'bin/call.ts');
  const { stderr } = spawnSync(process.execPath, [program, 'GET', '/health'], {
    env,
    encoding: 'utf8',
  });

  expect(stderr).toContain('There is no credential called test, only owner.');
});

test('before anything was started it says how to start', () => {
  const { status, stderr } = call(['GET', '/health'], join(home, 'nowhere'));

  expect(status).toBe(1);
  expect(stderr).toContain('start the local cloud first, with npm start');
});
