import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { processesWith } from '#packages/local-aws/test/processes.ts';
import { isFull, some } from '#test/support/soak.ts';
import { npmStart, outputOf } from './npm-start.ts';

const START_MS = 600_000;
const home = mkdtempSync(join(tmpdir(), 'assay-start-'));
afterAll(() => rmSync(home, { recursive: true }));

test('a busy port is said in one line', { tags: 'full' }, async () => {
  const server = createServer();
  const port = await listen(server, 0);
  onTestFinished(() => closeServer(server));

  const { child, output } = start({ PORT: String(port) });
  const [code] = await once(child, 'exit');

  expect(code).toBe(1);
  expect(output.errors().trim()).toBe(
    `Port ${port} is in use. Stop what listens there, or choose another: PORT=3001 npm start`,
  );
});

test.each(
  some(
    [
      [['--lists'], "Option '--lists <value>' argument missing"],
      [['--what'], "Unknown option '--what'"],
    ],
    1,
  ),
)('%j is refused in one line', async (flags, line) => {
  const { child, output } = start({ PORT: '0' }, [...flags]);

  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(output.errors().trim()).toBe(line);
});

test.runIf(isFull)(
  'start: SIGTERM to npm ends what npm started, also while it is starting',
  async () => {
    const server = createServer();
    const port = await listen(server, 0);
    await closeServer(server);
    const child = spawn('npm', ['start', '--silent'], {
      env: { ...process.env, ASSAY_LOCAL: join(home, 'npm'), PORT: String(port) },
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const output = outputOf(child);
    // The port is taken before any phase begins.
    await expect.poll(output.text, { timeout: START_MS }).toContain('Starting DynamoDB Local');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503);

    child.kill('SIGTERM');

    await expect.poll(() => fetch(`http://127.0.0.1:${port}/`).then(answered, gone)).toBe('gone');
    await expect.poll(() => processesWith(join(home, 'npm'))).toEqual([]);
  },
  START_MS,
);

const answered = () => 'answered';
const gone = () => 'gone';

function start(environment: Record<string, string>, flags?: string[]) {
  const started = npmStart(home, environment, flags);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}
