import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { INVENTED_LISTS, listSizesIn } from '#infra/local/lists.ts';
import { loadLists } from '#infra/local/load-lists.ts';
import { fetchWithRetries } from '#packages/local-aws/src/fetch-with-retries.ts';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { LIST_KEYS } from '#shared/screening/lists/list.ts';

/** A service that answers as told; a path may have a status for each request in turn. */
async function serviceThat(answer: (method: string, path: string) => [number, unknown]) {
  const asked: string[] = [];
  const server = createServer(({ method = '', url = '' }, outgoing) => {
    asked.push(`${method} ${url}`);
    const [status, body] = answer(method, url);
    outgoing.writeHead(status).end(JSON.stringify(body));
  });
  onTestFinished(() => closeServer(server));
  return { baseUrl: `http://127.0.0.1:${await listen(server, 0)}`, asked };
}

const NOW = { pauseMs: 1 };

test('patient requests: a service that is starting is asked again until it answers', async () => {
  const statuses = [503, 503, 503, 503, 503, 503, 200];
  const { baseUrl, asked } = await serviceThat(() => [statuses.shift() ?? 200, {}]);

  expect((await fetchWithRetries(baseUrl, {}, NOW)).status).toBe(200);
  expect(asked).toHaveLength(7);
});

test('patient requests: a failure at once is returned after a few attempts', async () => {
  const { baseUrl, asked } = await serviceThat(() => [500, { message: 'Internal Server Error' }]);

  expect((await fetchWithRetries(baseUrl, {}, NOW)).status).toBe(500);
  expect(asked).toHaveLength(4);
});

test('patient requests: patience ends', async () => {
  const { baseUrl } = await serviceThat(() => [503, {}]);

  expect((await fetchWithRetries(baseUrl, {}, { pauseMs: 1, timeoutMs: 50 })).status).toBe(503);
});

test('patient requests: a refusal is no failure', async () => {
  const { baseUrl, asked } = await serviceThat(() => [401, {}]);

  expect((await fetchWithRetries(baseUrl, {}, NOW)).status).toBe(401);
  expect(asked).toHaveLength(1);
});

/** Lists that are searchable after so many looks; undefined never are. */
async function lists(looksNeeded: Partial<Record<(typeof LIST_KEYS)[number], number | 'broken'>>) {
  let looks = 0;
  const { baseUrl, asked } = await serviceThat((method) => {
    if (method === 'POST') return [202, {}];
    looks += 1;
    const items = LIST_KEYS.map((key) => {
      const needed = looksNeeded[key];
      const isLoaded = typeof needed === 'number' && looks >= needed;
      return {
        key,
        enabled: true,
        versionId: isLoaded ? 'v' : null,
        entryCount: isLoaded ? 1_234 : 0,
        attentionReasons: needed === 'broken' ? ['unreadable_xml'] : [],
      };
    });
    return [200, { items }];
  });
  const lines: string[] = [];
  const reports: string[] = [];
  const sizes = Object.fromEntries(Object.keys(looksNeeded).map((key) => [key, 41_000_000]));
  const load = (waitMs: number) =>
    loadLists({
      baseUrl,
      token: 't',
      sizes,
      waitMs,
      progress: (line) => lines.push(line),
      report: (line) => reports.push(line),
    });
  return { load, lines, reports, asked };
}

test('loading lists: every list of the folder is refreshed and waited for', async () => {
  const { load, lines, reports, asked } = await lists({ eu_fsf: 1, ofac_sdn: 2 });

  const { loading, done } = await load(20_000);
  await done;

  expect(loading).toEqual([]);
  expect(lines.filter((line) => line.startsWith('Loaded'))).toEqual([
    expect.stringMatching(/^Loaded eu_fsf: 1,234 entries, \d+ s\.$/),
    expect.stringMatching(/^Loaded ofac_sdn: 1,234 entries/),
  ]);
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual([
    'POST /api/v1/screening/sources/eu_fsf/refresh',
    'POST /api/v1/screening/sources/ofac_sdn/refresh',
  ]);
  expect(reports).toContain('The list service_pep is not loaded: the directory has no file for it.');
});

test('loading lists: a list that takes longer is named, and reported when it is done', { tags: 'full' }, async () => {
  const { load, lines } = await lists({ eu_fsf: 1, service_pep: 3 });

  const { loading, done } = await load(1);
  expect(loading).toEqual(['service_pep (41 MB)']);
  await done;

  expect(lines.slice(-2)).toEqual([expect.stringMatching(/^Loaded service_pep/), 'All lists are loaded.']);
});

test('loading lists: a list that cannot be read is reported with its reason', async () => {
  const { load, reports } = await lists({ eu_fsf: 'broken' });

  expect((await load(20_000)).loading).toEqual([]);
  expect(reports).toContain('The list eu_fsf is not loaded: unreadable_xml.');
});

test('loading lists: the invented lists have files for every list', () => {
  const sizes = listSizesIn(INVENTED_LISTS);

  for (const key of LIST_KEYS) expect([key, sizes[key] ?? 0]).toEqual([key, expect.any(Number)]);
  expect(LIST_KEYS.filter((key) => !sizes[key])).toEqual([]);
});
