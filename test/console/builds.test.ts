import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { consoleRoutes } from '#shared/console/routes.ts';
import { connectionLost } from '#test/support/aws-errors.ts';
import { builtOnce } from '#test/support/built-once.ts';
import { buildConsolePage } from '#test/support/console-page.ts';
import { prepareEngine } from '#test/support/engine.ts';

const { readConsole, readConsolePage, readConsoleFile } = consoleRoutes;
type Files = Record<string, Uint8Array>;

/** Another build of the console: every file has another digest in its name, and refers to others by theirs. */
function otherBuildOf(files: Files): Files {
  const digests = Object.keys(files).flatMap((name) => /-([A-Z0-9]{8})\./.exec(name)?.[1] ?? []);
  const renamed = (text: string) =>
    digests.reduce((all, one) => all.replaceAll(one, [...one].reverse().join('')), text);
  const isText = (name: string) => /\.(m?js|css|html)\.gz$/.test(name);
  const entries = Object.entries(files).map(([name, content]) => {
    const other = isText(name) ? gzipSync(renamed(gunzipSync(content).toString())) : content;
    return [renamed(name), other] as const;
  });
  return Object.fromEntries(entries);
}

interface Build {
  directory: string;
  files: Files;
}
let builds: { first: Build; second: Build };

beforeAll(() => {
  const files = buildConsolePage();
  const first = { directory: process.env.CONSOLE_FILES ?? '', files };
  const others = otherBuildOf(files);
  builds = { first, second: { directory: builtOnce('other-console', () => others), files: others } };
});
beforeEach(prepareEngine);
afterEach(() => vi.unstubAllEnvs());

/** A new process of the functions of a build. */
async function processOf({ directory }: Build) {
  vi.resetModules();
  vi.stubEnv('CONSOLE_FILES', directory);
  vi.stubEnv('ISSUER', 'https://login.example');
  const { anonymous, call } = await import('#test/support/api.ts');
  const { withFaults } = await import('#test/support/faults.ts');
  return {
    withFaults,
    page: () => call(anonymous, readConsole),
    deepPage: () => call(anonymous, readConsolePage, { params: { path: 'test/inbox' } }),
    file: (file: string) => call(anonymous, readConsoleFile, { params: { file } }),
  };
}

const namesOf = ({ files }: Build) =>
  Object.keys(files)
    .map((name) => name.replace(/\.gz$/, ''))
    .filter((name) => name !== 'index.html');
const contentOf = (body: string) => Buffer.from(body, 'base64');

test.each([
  ['the build before', 'second', 'first', 'page'],
  ['the build after', 'first', 'second', 'page'],
  ['the build after, on a deep link', 'first', 'second', 'deepPage'],
] as const)(
  'console builds: a page is complete when all its files are asked of %s',
  async (_what, shown, asked, path) => {
    const [own, other] = [builds[shown], builds[asked]];
    const shownBy = await processOf(own);
    const page = await shownBy[path]();
    const linked = [
      ...gunzipSync(contentOf(page.body))
        .toString()
        .matchAll(/\/console\/assets\/([\w.-]+)/g),
    ];
    const answering = await processOf(other);

    expect(page.status).toBe(200);
    expect(linked.length).toBeGreaterThan(1);
    for (const [, name] of linked) expect(namesOf(own)).toContain(name);
    // Also those that the application loads later, for a screen or a language.
    for (const name of namesOf(own)) {
      expect(namesOf(other)).not.toContain(name);
      const { status, headers, body } = await answering.file(name);
      expect({ name, status }).toEqual({ name, status: 200 });
      expect(headers['cache-control']).toContain('immutable');
      expect(contentOf(body).equals(own.files[`${name}.gz`] ?? Buffer.alloc(0))).toBe(true);
    }
  },
);

test('console builds: files are stored once, by the first process that shows the page', async () => {
  const callsOf = async (build: Build) => {
    const { page, withFaults } = await processOf(build);
    const { calls } = await withFaults({}, () => page());
    const again = await withFaults({}, () => page());
    return [calls, again.calls].map((all) => all.map(({ command }) => command));
  };

  const [first = [], repeated] = await callsOf(builds.first);
  const later = await callsOf(builds.first);

  expect(first.filter((command) => command === 'PutObject')).toHaveLength(namesOf(builds.first).length + 1);
  expect(repeated).toEqual([]);
  expect(later).toEqual([['HeadObject'], []]);
});

test('console builds: a process that dies while it stores them leaves the rest to the next', async () => {
  const dying = await processOf(builds.first);
  let puts = 0;
  const { result } = await dying.withFaults(
    {
      ofCall: ({ command }) => {
        if (command === 'PutObject') puts += 1;
        return puts > 3 ? { fails: 'before', error: connectionLost() } : undefined;
      },
    },
    () => dying.page(),
  );
  await (await processOf(builds.first)).page();
  const answering = await processOf(builds.second);

  expect(result.status).toBe(200);
  for (const name of namesOf(builds.first)) expect((await answering.file(name)).status).toBe(200);
});

test('console builds: without object storage the page and files of the build itself are shown', async () => {
  const { page, file, withFaults } = await processOf(builds.first);
  const [own = ''] = namesOf(builds.first);
  const [strange = ''] = namesOf(builds.second);

  const { result } = await withFaults({ ofCall: () => ({ fails: 'before', error: connectionLost() }) }, async () => [
    (await page()).status,
    (await file(own)).status,
    await file(strange),
  ]);

  expect(result.slice(0, 2)).toEqual([200, 200]);
  expect(result[2]).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store' } });
});

test('console builds: a file of a build whose page was never shown does not exist', async () => {
  const { file } = await processOf(builds.first);
  const [strange = ''] = namesOf(builds.second);

  expect((await file(strange)).status).toBe(404);
});
