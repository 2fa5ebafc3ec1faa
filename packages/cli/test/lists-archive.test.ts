import { expect, onTestFinished, test } from 'vitest';
import { startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const eventAt = (versionId: string | null, occurredAt: string, digests: string[]) => ({
  versionId,
  occurredAt,
  publishedAt: '2026-03-01',
  files: digests.map((digest) => ({ name: 'list.xml', digest, sizeBytes: 1_024 })),
});
const PAGES = [
  [eventAt('v2', '2026-03-03T00:00:00.000Z', ['b2']), eventAt(null, '2026-03-02T12:00:00.000Z', [])],
  [eventAt('v2', '2026-03-02T00:00:00.000Z', ['b2']), eventAt('v1', '2026-03-01T00:00:00.000Z', ['a1'])],
];

const serve = async () => {
  const service = await startFakeService(({ path }) => {
    const offset = Number(new URL(path, 'http://a').searchParams.get('offset'));
    return { body: { items: PAGES[offset] ?? [], nextOffset: offset === 0 ? 1 : null } };
  });
  onTestFinished(service.stop);
  return service;
};

test('lists archive: shows each version once with its files, from all pages', async () => {
  const service = await serve();

  const { exitCode, stdout } = await runAssay(['lists', 'archive', 'eu_fsf', '--json'], service.env);

  expect(exitCode).toBe(0);
  expect(service.asked[0]?.path).toMatch(/sources\/eu_fsf\/history\?.*days=36600/);
  const shown: { versionId: string; recordedAt: string }[] = JSON.parse(stdout);
  expect(shown.map(({ versionId, recordedAt }) => [versionId, recordedAt.slice(0, 10)])).toEqual([
    ['v2', '2026-03-02'],
    ['v1', '2026-03-01'],
  ]);
});

test('lists archive: a version without archived files exits with 4', async () => {
  const service = await serve();

  expect((await runAssay(['lists', 'archive', 'eu_fsf', '--version', 'v1'], service.env)).stdout).toMatch(/v1.*a1/);
  expect((await runAssay(['lists', 'archive', 'eu_fsf', '--version', 'v9'], service.env)).exitCode).toBe(4);
});
