import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DevFile } from '#infra/local/seed.ts';
import { installTarball, packWorkspace } from '#test/support/pack.ts';
import { newOrganizations, sharedCloud } from '#test/support/shared-cloud.ts';
import { isFull } from '#test/support/soak.ts';
import { blocksOf } from './blocks.ts';

const run = promisify(execFile);
const TOUR_MS = 600_000;
const BIN = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const MARK = '=== block ends ===';

let home: string;
let dev: DevFile;

/** A fresh checkout, whose `.local` has credentials of its own organizations and the emails of the cloud. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'assay-tour-'));
  const project = fileURLToPath(new URL('../..', import.meta.url));
  for (const name of readdirSync(project))
    if (!name.startsWith('.')) symlinkSync(join(project, name), join(home, name));
  mkdirSync(join(home, '.local'));
  const cloud = await sharedCloud();
  dev = await newOrganizations(cloud);
  writeFileSync(join(home, '.local/dev.json'), JSON.stringify(dev));
  symlinkSync(join(cloud.directory, 'outbox'), join(home, '.local/outbox'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test('assay: the packed command signs in, calls and screens from an empty folder', {
  tags: 'full',
  timeout: TOUR_MS,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cwd = { cwd: folder };
  const { tarball, files } = await packWorkspace('@assay/cli', folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await installTarball(tarball, folder);
  expect(files).toEqual(['README.md', 'bin/assay.js', 'dist/assay.js', 'package.json']);
  const installed = join(folder, 'node_modules/@assay/cli');
  const checked = await run(join(BIN, 'publint'), [installed, '--strict', '--pack=false']);
  expect(checked.stdout).toContain('All good!');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, XDG_CONFIG_HOME: folder };
  const program = join(folder, 'node_modules/.bin/assay');
  const assay = (...args: string[]) => run(program, args, { ...cwd, env });

  const { baseUrl, apiKeys } = dev;
  const signIn = spawn(program, ['login', '--url', baseUrl, '--no-browser'], { ...cwd, env });
  const [lines = ''] = (await once(signIn.stderr, 'data')).map(String);
  const signInAt = /Sign in at (\S+)/.exec(lines)?.[1];
  // The page of the console, which asks first; then the answer as the button *Continue* sends it.
  const { url } = await fetch(`${signInAt}&user=owner`);
  const { pathname, search, searchParams } = new URL(url);
  expect(pathname).toBe('/console/command');
  const [port] = searchParams.get('state')?.split('.') ?? [];
  const page = await fetch(`http://127.0.0.1:${port}/callback${search}`);
  expect(await page.text()).toContain('You can close this page');
  expect(await once(signIn, 'close')).toEqual([0, null]);
  expect(JSON.parse((await assay('whoami', '--json')).stdout)).toMatchObject({
    url: baseUrl,
    mode: 'test',
    role: 'owner',
    user: 'Olivia Owner',
  });

  const { key, secret } = apiKeys.test;
  await assay('login', '--profile', 'key', '--url', baseUrl, '--key', key, '--secret', secret);
  writeFileSync(join(folder, 'people.csv'), 'name\n"Quillfeather, Ambrose"\n');
  const screened = await assay('screen', 'people.csv', '--json');
  expect(JSON.parse(screened.stdout)).toMatchObject({ counts: { possible_match: 1 } });
  expect((await assay('logout', '--profile', 'default')).stderr).toBe('Deleted the profile default.\n');
});

// That the packed library calls the routes is shown beside it in every run.
test.runIf(isFull)(
  '@assay/client: the packed library calls the local cloud from an empty folder',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-installed-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const cwd = { cwd: folder };
    const { tarball } = await packWorkspace('@assay/client', folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await installTarball(tarball, folder);
    writeFileSync(join(folder, 'use.js'), USE_OF_CLIENT);

    const { key, secret } = dev.apiKeys.test;
    const { stdout } = await run(process.execPath, ['use.js', dev.baseUrl, key, secret], cwd);

    expect(JSON.parse(stdout)).toEqual({ isSame: true, isListed: true });
  },
  TOUR_MS,
);

const USE_OF_CLIENT = `
import { createClient } from '@assay/client';
const [baseUrl, key, secret] = process.argv.slice(2);
const assay = createClient({ baseUrl, credentials: { key, secret } });
const body = { kind: 'person', externalId: 'installed-client' };
const made = await assay.risk.createSubject({ body, idempotencyKey: 'installed-client' });
const again = await assay.risk.createSubject({ body, idempotencyKey: 'installed-client' });
const ids = [];
for await (const { id } of assay.risk.listRecords.each({ params: { resource: 'subjects' } })) ids.push(id);
console.log(JSON.stringify({ isSame: made.id === again.id, isListed: ids.includes(made.id) }));
`;

test(
  'README tour: every command answers as documented',
  async () => {
    const blocks = blocksOf('A five-minute tour');
    const script = blocks
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => `${text}\necho '${MARK}'`)
      .join('\n');

    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: home,
      // A block may wait for something, but not longer than the test.
      timeout: TOUR_MS,
      env: { ...process.env, ASSAY_LOCAL: join(home, '.local') },
    });

    const outputs = stdout.split(`${MARK}\n`).values();
    let answer = '';
    let compared = 0;
    for (const { language, text } of blocks) {
      if (language === 'sh') answer = outputs.next().value ?? '';
      else {
        expect(comparable(lastOf(answer, language))).toEqual(comparable(text));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(6);
  },
  TOUR_MS,
);

/** Of several responses to one block, a JSON block shows the last. */
const lastOf = (answer: string, language: string) =>
  language === 'json' && !answer.startsWith('{') ? (answer.trim().split('\n').at(-1) ?? '') : answer;

/** Ids and times differ from run to run; everything else is compared. */
function comparable(text: string): unknown {
  const masked = text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .trim();
  try {
    return JSON.parse(masked);
  } catch {
    return masked;
  }
}
