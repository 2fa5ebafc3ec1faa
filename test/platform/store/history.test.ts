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
async function happened(events: readonly About[]): Promise<Credential> {
  const organizationId = randomUUID();
  const { key, credential } = await keyOf(organizationId, 'test');
  const caller: Caller = { kind: 'api_key', id: key.id, organizationId, mode: 'test', role: 'client' };
  const writes = events.map((about, index) => {
    const event = { type: 'risk.x', resource: 'x', announced: false, ...about };
    const newId = () => idAt(LONG_AGO_MS + index * 7, index % 64);
    const context = { store: dynamoStore, caller, now: new Date(), newId, requestId: 'x' };
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
