/** @module-tag full */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@assay/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDemo, runDemo } from '#bin/demo/run-demo.ts';
import { listSizesIn } from '#infra/local/lists.ts';
import { loadLists } from '#infra/local/load-lists.ts';
import { readDue } from '#shared/platform/store/due.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { lookAtTablesOf, startLocalCloud, type TestCloud } from '#test/support/local-cloud.ts';

const DAY_MS = 86_400_000;
const START_MS = 1_800_000;
const directory = mkdtempSync(join(tmpdir(), 'assay-demo-'));
const told: string[] = [];
const tell = (line: string) => void told.push(line);
const telling = { lists: undefined, progress: tell, report: tell };
let cloud: TestCloud;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  const demo = prepareDemo(directory, { fresh: true, ...telling });
  if (!demo) throw new Error('There is nothing to play.');
  cloud = await startLocalCloud({ directory, lists: demo.lists });
  const { baseUrl, dev } = cloud;
  const load = () =>
    loadLists({
      baseUrl,
      token: dev.tokens.owner,
      sizes: listSizesIn(demo.lists),
      progress: () => undefined,
      report: (line) => cloud.reports.push(line),
    });
  await runDemo(cloud, demo, { loadLists: load, progress: () => undefined });
  client = createClient({ baseUrl, credentials: { token: dev.tokens.owner }, mode: 'test' });
}, START_MS);

afterAll(async () => {
  await cloud.stop();
  rmSync(directory, { recursive: true });
});

const daysSince = (at: string) => (Date.now() - Date.parse(at)) / DAY_MS;

test('demo: the story of customer-0007 shows everything that can happen to a customer, each at its time', async () => {
  const query = { externalId: 'customer-0007' };
  const { items } = await client.risk.listRecords({ params: { resource: 'subjects' }, query });
  const id = items[0]?.id ?? '';
  const events: { type: string; occurredAt: string }[] = [];
  for (let before: string | number | undefined; ; ) {
    const page = await client.risk.readJourney({ params: { id }, query: before === undefined ? {} : { before } });
    if (!('items' in page)) throw new Error('A page of events was expected.');
    events.push(...page.items.map(({ data }) => ({ type: data.type, occurredAt: data.occurredAt })));
    if (page.nextCursor === null) break;
    before = page.nextCursor;
  }

  expect([...new Set(events.map(({ type }) => type))]).toEqual(
    expect.arrayContaining([
      'risk.subject.created',
      'risk.evidence.batch_recorded',
      'risk.assessment.created',
      'risk.action.requested',
      'risk.action.transitioned',
      'risk.assignment.changed',
      'risk.activity.reported',
      'risk.override.created',
      'risk.investigation.finished',
      'screening.match.decided',
      'verification.decision.recorded',
      'work.requested',
      'work.answered',
      'work.closed',
    ]),
  );
  const ages = events.map(({ occurredAt }) => daysSince(occurredAt));
  expect(Math.max(...ages)).toBeGreaterThan(87);
  expect(Math.min(...ages)).toBeLessThan(1);
  const overview = await client.risk.readSubjectOverview({ params: { id } });
  expect(overview.decision).toBe('reject');
  expect(overview.effectiveDecision).toBe('restrict');
});

test('demo: the score of customer-0007 falls, rises, falls and rises until it is rejected', async () => {
  const subjects = await client.risk.listRecords({
    params: { resource: 'subjects' },
    query: { externalId: 'customer-0007' },
  });
  const { items } = await client.risk.listRecords({
    params: { resource: 'assessments' },
    query: { subjectId: subjects.items[0]?.id ?? '' },
  });
  const told = items.flatMap(({ resource, data }) =>
    resource === 'assessments' && data.policyKey === 'customer_onboarding' && data.trigger !== 'monitoring'
      ? [[data.trigger, data.score, data.decision]]
      : [],
  );
  expect(told).toEqual([
    ['sign_up', 50, 'review'],
    ['document_received', 15, 'none'],
    ['new_policy', 15, 'none'],
    ['address_changed', 45, 'review'],
    ['address_changed_again', 15, 'none'],
    ['match_confirmed', 75, 'reject'],
  ]);
});

test('demo: the overview of 90 days has figures of every kind', async () => {
  const from = new Date(Date.now() - 89 * DAY_MS).toISOString().slice(0, 10);
  const overview = await client.risk.readWorklistOverview({ query: { from } });

  const sum = (name: 'opened' | 'closed' | 'confirmed' | 'falsePositive' | 'screenings') =>
    overview.days.reduce((total, day) => total + day[name], 0);
  for (const name of ['opened', 'closed', 'confirmed', 'falsePositive', 'screenings'] as const)
    expect([name, sum(name)]).not.toEqual([name, 0]);
  expect(overview.days.filter(({ screenings }) => screenings > 0).length).toBeGreaterThan(10);
  expect(overview.open.total).toBeGreaterThan(0);
  expect(overview.overdue.total).toBeGreaterThan(0);
  expect(overview.timeToDecision.p50Seconds).toBeGreaterThan(3_600);
  expect(overview.waiting.proposals).toBeGreaterThan(0);
  expect(overview.lists.every(({ stale, held }) => !stale && held === 0)).toBe(true);
});

type Page<T> = { items: T[]; nextCursor?: string | number | null };

/** All pages of a list with offsets. */
async function everyOne<T>(read: (offset: number) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const { items, nextCursor } = await read(found.length);
    found.push(...items);
    if (nextCursor === null || nextCursor === undefined || items.length === 0) return found;
  }
}

test('demo: the inbox is that of an ordinary week: most work is due in the next days, a few items are late', async () => {
  const { items } = await client.risk.listWorklist({});
  const now = Date.now();
  const dueMs = items.flatMap(({ dueAt }) => (dueAt ? [Date.parse(dueAt)] : []));
  const late = items.filter(({ late: isLate }) => isLate);

  expect(items.length).toBeGreaterThanOrEqual(12);
  expect(items.length).toBeLessThanOrEqual(30);
  expect(dueMs.filter((at) => at > now).length).toBeGreaterThanOrEqual(5);
  expect(late.length).toBeGreaterThanOrEqual(2);
  expect(late.length).toBeLessThan(items.length / 2);
  expect(Math.min(...dueMs)).toBeGreaterThan(now - 30 * DAY_MS);
  const assignees = items.map(({ assignee }) => assignee);
  expect(new Set(assignees.filter((one) => one !== null)).size).toBeGreaterThanOrEqual(2);
  expect(assignees.filter((one) => one === null).length).toBeGreaterThanOrEqual(2);
  expect(new Set(items.map(({ decision }) => decision))).toEqual(new Set(['reject', 'restrict', 'review']));
  expect(items.filter(({ requests }) => (requests?.open ?? 0) > 0).length).toBeGreaterThanOrEqual(2);
});

test('demo: matches wait for an analyst and for a second person, and most of those found before are decided', async () => {
  const counts = await client.risk.readCounts();
  expect(counts.matches.pending).toBeGreaterThanOrEqual(3);
  expect(counts.matches.pending).toBeLessThanOrEqual(8);
  expect(counts.matches.proposed).toBeGreaterThanOrEqual(1);
  const decided = await client.screening.listScreeningMatches({ query: { decision: 'decided' } });
  expect(new Set(decided.items.map(({ match }) => match.decision))).toEqual(new Set(['confirmed', 'false_positive']));
});

test('demo: overrides are in force, ended and revoked; proposals wait, were accepted and declined', async () => {
  const overrides = await everyOne((offset) =>
    client.risk.listRecords({ params: { resource: 'overrides' }, query: { offset } }),
  );
  const states = overrides.flatMap(({ resource, data }) => {
    if (resource !== 'overrides') return [];
    if (data.revokedAt) return ['revoked'];
    return [Date.parse(data.expiresAt) > Date.now() ? 'in force' : 'ended'];
  });
  expect(new Set(states)).toEqual(new Set(['in force', 'ended', 'revoked']));
  const open = await client.organization.listProposals({ query: { status: 'open' } });
  expect(new Set(open.items.map(({ kind }) => kind))).toEqual(new Set(['policy', 'match']));
});

test('demo: one receiver fails, one has recovered, and monitoring has turned a score', async () => {
  const { items } = await client.webhooks.listWebhooks({});
  const outcomes = new Map<string, Set<string>>();
  for (const { id, data } of items) {
    const { items: deliveries } = await client.webhooks.listDeliveries({ params: { id }, query: {} });
    const name = data.description ?? '';
    outcomes.set(
      name,
      new Set(deliveries.map(({ data }) => `${data.status} ${data.attempts.length > 1 ? 'again' : 'once'}`)),
    );
  }
  expect(outcomes.get('Case system')).toContain('succeeded once');
  expect(outcomes.get('Data warehouse')).toContain('succeeded again');
  expect([...(outcomes.get('Archive of agreements') ?? [])].some((one) => !one.startsWith('succeeded'))).toBe(true);

  const assessments = await everyOne((offset) =>
    client.risk.listRecords({ params: { resource: 'assessments' }, query: { offset } }),
  );
  const byMonitoring = assessments.flatMap(({ resource, data }) =>
    resource === 'assessments' && data.trigger === 'monitoring' ? [data.decision] : [],
  );
  expect(byMonitoring).toContain('reject');
});

test('demo: the README sends people to the subject whose story is told', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain('open `customer-0007` first');
});

test('demo: documents of every state, and lists that changed', async () => {
  const { items } = await client.documents.listDocuments({});
  expect(new Set(items.map(({ status }) => status))).toEqual(
    new Set(['draft', 'sent', 'completed', 'declined', 'voided', 'expired']),
  );
  const sources = await client.screening.listScreeningSources({ query: { days: 90 } });
  const outcomes = new Set(sources.items.flatMap(({ days = [] }) => days.map(({ outcome }) => outcome)));
  expect(outcomes).toEqual(new Set(['confirmed', 'switched', 'held', 'failed']));
});

test('demo: nothing failed, nothing waits, and the clock is that of the machine', async () => {
  expect(cloud.reports).toEqual([]);
  lookAtTablesOf(cloud);
  const due = (table: 'journal' | 'webhooks', line: 'outbox' | 'deliveries') =>
    readDue(dynamoStore, table, { now: new Date(), limit: 8, line }).then(({ rows }) => rows.length);
  await expect.poll(() => due('journal', 'outbox')).toBe(0);
  await expect.poll(() => due('webhooks', 'deliveries')).toBe(0);
  const clock = await (await fetch(`${cloud.baseUrl}/_local/clock`)).json();
  expect(clock).toMatchObject({ shiftSeconds: 0 });
});

test('demo: afterwards customers are created, screened and assessed as ever', async () => {
  const subject = await client.risk.createSubject({
    body: { kind: 'person', externalId: 'after-the-demo' },
    idempotencyKey: 'after-the-demo',
  });
  expect(daysSince(subject.data.createdAt)).toBeLessThan(0.1);
  const run = await client.screening.createScreeningRun({
    body: {
      subject: { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] },
      sources: ['eu_fsf', 'ofac_sdn', 'uk_sanctions'],
      riskSubjectId: subject.id,
    },
    idempotencyKey: 'after-the-demo-screening',
  });
  expect([run.incomplete, run.matches.length > 0]).toEqual([false, true]);
  const assessment = await client.risk.createAssessment({
    params: { id: subject.id },
    body: { policyKey: 'customer_onboarding', trigger: 'sign_up' },
    idempotencyKey: 'after-the-demo-assessment',
  });
  expect(assessment.data.actionIds.length).toBeGreaterThan(0);
});

test('demo: a second start plays nothing, and says so', () => {
  expect(prepareDemo(directory, { fresh: false, ...telling })).toBeUndefined();
  expect(told.splice(0)).toEqual(['The demo has been played on this data already. Nothing is created twice.']);
});
