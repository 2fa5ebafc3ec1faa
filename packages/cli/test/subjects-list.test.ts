import { afterEach, expect, test } from 'vitest';
import { type Asked, type FakeService, type Reply, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());

const subjectAt = (number: number) => ({
  id: `s${number}`,
  resource: 'subjects',
  data: { kind: 'business', externalId: `customer-${number}`, createdAt: '2026-03-14T09:26:53.589Z' },
  summary: {
    assessment: { id: 'a1', policyKey: 'onboarding', score: 42, decision: 'reject', effectiveDecision: 'review' },
    openActions: 3,
    assignee: 'u1',
  },
});

const pages = ({ path }: Asked): Reply => {
  const offset = Number(new URL(path, 'http://a').searchParams.get('offset'));
  return { body: { items: [subjectAt(offset + 1)], nextOffset: offset < 2 ? offset + 1 : null } };
};

test('subjects list: shows decision, score, open actions and assignee of all pages, newest first', async () => {
  service = await startFakeService(pages);
  const { exitCode, stdout } = await runAssay(['subjects', 'list', '--kind', 'business'], service.env);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/customer-1 +business +review +42 +3 +u1 +2026-03-14T09:26 +s1/);
  expect(stdout).toContain('customer-3');
  expect(service.asked).toHaveLength(3);
  for (const { path } of service.asked) expect(path).toMatch(/view=summary.*kind=business.*order=newest/);
});

test('subjects list: a search is not ordered, and a limit ends it', async () => {
  service = await startFakeService(pages);
  const { stdout } = await runAssay(['subjects', 'list', '--search', 'cust', '--limit', '2', '--json'], service.env);

  expect(JSON.parse(stdout)).toHaveLength(2);
  expect(service.asked).toHaveLength(2);
  expect(service.asked[0]?.path).toContain('search=cust');
  expect(service.asked[0]?.path).not.toContain('order');
});

test('subjects list: a kind that does not exist is refused before anything is sent', async () => {
  service = await startFakeService(pages);
  const { exitCode, stderr } = await runAssay(['subjects', 'list', '--kind', 'ship'], service.env);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('person');
  expect(service.asked).toEqual([]);
});
