import { afterEach, expect, test } from 'vitest';
import { type FakeService, startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

let service: FakeService;
afterEach(() => service.stop());

const reviewAt = (number: number) => ({
  subjectId: `s${number}`,
  kind: 'person',
  externalId: `customer-${number}`,
  policyKey: 'onboarding',
  policyVersionId: 'v1',
  band: 'high',
  dueAt: '2027-03-14T09:26:53.589Z',
  reason: 'band',
  overdueAt: null,
  actionIds: ['a1'],
  status: 'due',
});

test('reviews list: shows the reviews of all pages, or as many as asked for', async () => {
  service = await startFakeService(({ path }) => ({
    body: path.includes('cursor=')
      ? { items: [reviewAt(2)], nextCursor: null }
      : { items: [reviewAt(1)], nextCursor: 'next' },
  }));
  const { exitCode, stdout } = await runAssay(['reviews', 'list', '--band', 'high', '--overdue'], service.env);
  const limited = await runAssay(['reviews', 'list', '--limit', '1', '--json'], service.env);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/2027-03-14T09:26 +due +customer-1 +onboarding +high +band +1 +s1/);
  expect(stdout).toContain('customer-2');
  expect(JSON.parse(limited.stdout)).toHaveLength(1);
  expect(service.asked).toHaveLength(3);
  expect(service.asked[0]?.path).toMatch(/band=high.*overdue=true/);
});
