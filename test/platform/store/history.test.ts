import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '#shared/platform/caller.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { historyWrites } from '#shared/platform/store/history.ts';
import { routes } from '#shared/routes.ts';
import { type CallOptions, type Credential, call, keyOf, type Response } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { observed } from '#test/support/faults.ts';
import { idAt } from '#test/support/ids.ts';

const { listRecords } = routes.risk;

/** Histories with few matching events, all old, so that they have settled. */
beforeAll(prepareEngine);

const LONG_AGO_MS = Date.UTC(2026, 2, 14);
const ROWS_PER_TRANSACTION = 30;
const CONTEXT = idAt(LONG_AGO_MS - 1);
const subject = (number: number) => idAt(LONG_AGO_MS - 2, 0, number);

type About = Pick<NewEvent, 'resourceId' | 'subjectId'>;

/** An organization with these events, one commit after another. */
async function happened(events: readonly About[], stepMs = 7): Promise<Credential> {
  const organizationId = randomUUID();
  const { key, credential } = await keyOf(organizationId, 'test');
  const caller: Caller = { kind: 'api_key', id: key.id, organizationId, mode: 'test', role: 'client' };
  const writes = events.map((about, index) => {
    const event = { type: 'risk.x', resource: 'x', announced: false, ...about };
    const at = LONG_AGO_MS + index * stepMs;
    const newId = () => idAt(at, index % 64);
    const context = { store: dynamoStore, caller, now: new Date(at), newId, requestId: 'x' };
    return historyWrites(context, { events: [event] }, () => []);
  });
  for (let start = 0; start < writes.length; start += ROWS_PER_TRANSACTION)
    await dynamoStore.transact(writes.slice(start, start + ROWS_PER_TRANSACTION).flat(), randomUUID());
  return credential;
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** All pages of the requested events, and the number of database calls. */
async function pagesOf(client: Credential, query: Record<string, string>) {
  const pages: { events: About[]; queries: number }[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const asked: CallOptions = { params: { resource: 'events' }, query: { ...query, offset } };
    const { result, calls } = await observed<Response>(() => call(client, listRecords, asked));
    expect(result.status).toBe(200);
    const events = result.body.items.map(({ data }: { data: About }) => data);
    pages.push({ events, queries: calls.filter(({ command }) => command === 'Query').length });
    offset = result.body.nextOffset;
  }
  return pages;
}

const sizesOf = (pages: Awaited<ReturnType<typeof pagesOf>>) => pages.map(({ events }) => events.length);

test('history: the cost of finding events of one member of a context does not grow with the context', {
  tags: 'full',
}, async () => {
  const members = (count: number) => times(count, (n) => ({ resourceId: CONTEXT, subjectId: subject(n) }));
  const wanted = { resourceId: CONTEXT, subjectId: subject(350) };
  const [some, many] = [await happened(members(400)), await happened(members(650))];

  const [ofSome, ofMany] = [await pagesOf(some, wanted), await pagesOf(many, wanted)];

  expect(sizesOf(ofSome)).toEqual([0, 1]);
  expect(sizesOf(ofMany)).toEqual([0, 1, 0]);
  expect(ofSome.map(({ queries }) => queries)).toEqual([3, 1]);
  expect(ofMany.map(({ queries }) => queries)).toEqual([3, 3, 1]);
});

test('history: events of a subject’s own record fill whole pages among all that concern it', async () => {
  const own = { resourceId: subject(0), subjectId: subject(0) };
  const other = (n: number) => ({ resourceId: idAt(LONG_AGO_MS, 0, n), subjectId: subject(0) });
  const client = await happened(times(450, (n) => (n % 2 === 0 ? own : other(n))));

  const pages = await pagesOf(client, { resourceId: subject(0) });

  expect(sizesOf(pages)).toEqual([100, 100, 25]);
  for (const { resourceId } of pages.flatMap(({ events }) => events)) expect(resourceId).toBe(subject(0));
  const concerning = await pagesOf(client, { subjectId: subject(0) });
  expect(sizesOf(concerning)).toEqual([100, 100, 100, 100, 50]);
});

const MINUTE_MS = 60_000;
const minute = (n: number) => new Date(LONG_AGO_MS + n * MINUTE_MS).toISOString();
const ids = (pages: Awaited<ReturnType<typeof pagesOf>>) =>
  pages.flatMap(({ events }) => events.map((one) => one.resourceId));

test('history: a range has the events of its time in both orders, whatever is before and behind it', async () => {
  const one = (n: number) => ({ resourceId: idAt(LONG_AGO_MS, 0, n), subjectId: subject(n % 2) });
  const [short, long] = [await happened(times(150, one), MINUTE_MS), await happened(times(600, one), MINUTE_MS)];
  const range = { from: minute(100), to: minute(110) };
  const wanted = times(10, (n) => one(100 + n).resourceId);

  for (const client of [short, long]) {
    const oldest = await pagesOf(client, range);
    expect(ids(oldest)).toEqual(wanted);
    expect(ids(await pagesOf(client, { ...range, order: 'newest' }))).toEqual(wanted.toReversed());
    const ofSubject = wanted.filter((_, n) => n % 2 === 1);
    expect(ids(await pagesOf(client, { ...range, subjectId: subject(1) }))).toEqual(ofSubject);
    const newestOfSubject = await pagesOf(client, { ...range, subjectId: subject(1), order: 'newest' });
    expect(ids(newestOfSubject)).toEqual(ofSubject.toReversed());
    expect(sizesOf(await pagesOf(client, { ...range, type: 'risk.other' }))).toEqual([0]);
  }
  const costs = async (query: Record<string, string>) =>
    Promise.all([short, long].map(async (client) => (await pagesOf(client, query)).map(({ queries }) => queries)));
  for (const order of ['oldest', 'newest']) {
    const [ofShort, ofLong] = await costs({ ...range, order });
    expect(ofLong).toEqual(ofShort);
    expect(ofLong).toHaveLength(1);
  }
});

test('history: one end of a range is enough, and its first instant belongs to it', async () => {
  const one = (n: number) => ({ resourceId: idAt(LONG_AGO_MS, 0, n), subjectId: subject(0) });
  const client = await happened(times(6, one), MINUTE_MS);
  const found = async (query: Record<string, string>) => ids(await pagesOf(client, query));

  expect(await found({ from: minute(4) })).toEqual([4, 5].map((n) => one(n).resourceId));
  expect(await found({ to: minute(2), order: 'newest' })).toEqual([1, 0].map((n) => one(n).resourceId));
  expect(await found({ from: '0001-01-01T00:00:00Z', to: '9999-01-01T00:00:00+02:00' })).toHaveLength(6);
  expect(await found({ from: '9999-01-01T00:00:00Z' })).toEqual([]);
  expect(await found({ to: '0001-01-01T00:00:00Z', order: 'newest' })).toEqual([]);
});

test('history: an empty range and a range of another list are 400', async () => {
  const client = await happened([]);
  const asked = (resource: string, query: Record<string, string>) =>
    call(client, listRecords, { params: { resource }, query });

  expect(await asked('events', { from: minute(1), to: minute(1) })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'to', message: 'Must be after `from`.' }] },
  });
  expect(await asked('events', { from: 'yesterday' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'from' }] },
  });
  expect(await asked('subjects', { from: minute(1) })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'from' }] },
  });
});
