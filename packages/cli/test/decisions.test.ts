import { afterEach, expect, test } from 'vitest';
import { type Asked, type FakeService, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());
const assay = (...args: string[]) => runAssay(['decisions', ...args], service.env);
const bodies = () => service.asked.map(({ body }) => JSON.parse(body));

const decisionAt = (number: number) => ({
  id: `d${number}`,
  subject: number === 1 ? { id: 's1', kind: 'person', externalId: 'customer-1' } : null,
  source: 'eu_fsf',
  listedName: 'Ambrose Quillfeather',
  score: 80,
  decision: 'false_positive',
  decidedBy: 'user:u1',
  decidedAt: '2026-03-14T09:26:53.589Z',
  expiresAt: '2027-03-14T09:26:53.589Z',
});

test('decisions list: follows pages up to the limit, with the filters', async () => {
  service = await startFakeService(({ path }) => {
    const offset = Number(new URL(path, 'http://a').searchParams.get('offset'));
    // A page may have no decision that fits the filters.
    const items = offset === 1 ? [] : [decisionAt(offset + 1)];
    return { body: { items, nextOffset: offset < 3 ? offset + 1 : null } };
  });
  const filters = ['--subject', 's1', '--list', 'eu_fsf', '--decided-by', 'user:u1', '--expires-before', '2027-04-01'];
  const { stdout } = await assay('list', ...filters);
  expect(stdout).toMatch(/d1 +false_positive +eu_fsf +Ambrose Quillfeather +80 +customer-1 +2026-03-14 +user:u1 +2027/);
  expect(stdout).toContain('d4');
  expect(service.asked).toHaveLength(4);
  for (const { path } of service.asked)
    expect(path).toMatch(/subject=s1&source=eu_fsf&expiresBefore=2027-04-01&decidedBy=user%3Au1/);

  const few = await assay('list', '--limit', '2', '--json');
  expect(JSON.parse(few.stdout).map(({ id }: { id: string }) => id)).toEqual(['d1', 'd3']);
});

const expiring = ({ body }: Asked): Reply => {
  const { ids } = JSON.parse(body) as { ids: string[] };
  return { body: { expired: ids.filter((id) => id !== 'd2'), unchanged: ids.filter((id) => id === 'd2') } };
};

test('decisions expire: in requests of fifty, each id once, and says what had been expired before', async () => {
  service = await startFakeService(expiring);
  const ids = Array.from({ length: 60 }, (_, index) => `d${index + 1}`);
  const { exitCode, stdout, stderr } = await assay('expire', ...ids, 'd1', '--reason', 'New document');

  expect(exitCode).toBe(0);
  expect(bodies().map((body) => [body.ids.length, body.reason])).toEqual([
    [50, 'New document'],
    [10, 'New document'],
  ]);
  expect(stdout.match(/^expired: /gm)).toHaveLength(59);
  expect(stderr).toContain('1 decision had been expired or replaced before.');
});

test('decisions expire: a refusal ends the command, and what was expired before is printed', async () => {
  service = await startFakeService((asked) =>
    service.asked.length > 1 ? { status: 403, body: { code: 'forbidden', detail: 'Only admins.' } } : expiring(asked),
  );
  const ids = Array.from({ length: 51 }, (_, index) => `e${index}`);
  const { exitCode, stdout, stderr } = await assay('expire', ...ids, '--reason', 'x');

  expect([exitCode === 0, stdout.match(/^expired: /gm)?.length]).toEqual([false, 50]);
  expect(stderr).toContain('Only admins.');
});

test.each([
  ['no ids', ['--reason', 'x'], /id/i],
  ['no reason', ['d1'], /--reason is required/],
])('decisions expire: %s is refused before anything is sent', async (_case, args, message) => {
  service = await startFakeService(() => ({ body: {} }));
  const { exitCode, stderr } = await assay('expire', ...args);

  expect([exitCode, service.asked]).toEqual([2, []]);
  expect(stderr).toMatch(message);
});
