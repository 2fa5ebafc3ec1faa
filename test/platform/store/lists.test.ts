import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Mode } from '#shared/platform/caller.ts';
import { memberId, newId, positionOf } from '#shared/platform/ids.ts';
import { type Collection, type Expand, keyIn, listCollection, oneRecord } from '#shared/platform/store/collection.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { constantShards, shardsUpTo } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import { recordsOf } from '#shared/risk/repository/records.ts';
import { routes } from '#shared/routes.ts';
import { type Credential, call, keyOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, observed, withFaults } from '#test/support/faults.ts';
import { idAt } from '#test/support/ids.ts';
import { randomFrom } from '#test/support/random.ts';
import { aSubject } from '#test/support/route-examples.ts';
import { scaled } from '#test/support/soak.ts';

const { listRecords, createSubject } = routes.risk;
const LONG_AGO_MS = Date.UTC(2026, 2, 14);

beforeAll(prepareEngine);
afterEach(() => vi.useRealTimers());

async function write(writes: Write[]) {
  for (let start = 0; start < writes.length; start += 100)
    await dynamoStore.transact(writes.slice(start, start + 100), randomUUID());
}

/** An organization with old subjects, so that all of them have settled. */
async function subjectsOfLongAgo(count: number, mode: Mode = 'test') {
  const organizationId = randomUUID();
  const { credential } = await keyOf(organizationId, mode);
  const ids = Array.from({ length: count }, (_, index) => idAt(LONG_AGO_MS + index * 7, index % 64));
  const home = recordsOf({ organizationId, mode }, 'subjects');
  await write(
    ids.map((id): Write => {
      const data = { ...aSubject(), createdAt: new Date(LONG_AGO_MS).toISOString() };
      return { table: 'risk', put: { ...keyIn(home, id), id, resource: 'subjects', data } };
    }),
  );
  return { ids, client: credential, home };
}

const page = (client: Credential, offset: number | string) =>
  call(client, listRecords, { params: { resource: 'subjects' }, query: { offset } });

async function allIds(client: Credential, between: () => Promise<unknown> = async () => {}) {
  const seen: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const { body }: { body: Page<{ id: string }> } = await page(client, offset);
    seen.push(...body.items.map(({ id }) => id));
    offset = body.nextOffset;
    await between();
  }
  return seen;
}

test.each([0, 1, 99, 100, 101, 200])('lists: %i subjects are listed completely and in order', async (count) => {
  const { ids, client } = await subjectsOfLongAgo(count);

  const first = await page(client, 0);
  const seen = await allIds(client);

  expect(seen).toEqual(ids);
  expect(first.body.items).toHaveLength(Math.min(count, 100));
  expect(first.body.nextOffset === null).toBe(count <= 100);
});

test('lists: a page deep in the list costs as much as the first one', async () => {
  const { client } = await subjectsOfLongAgo(scaled(450, 10_000));
  const costs: string[] = [];

  for (let offset: number | null = 0; offset !== null; ) {
    const { result, calls } = await observed(() => page(client, offset ?? 0));
    offset = result.body.nextOffset;
    const asked = calls.map(({ command, input }) => `${command} ${input.Limit ?? ''}`);
    if (offset !== null) costs.push(asked.sort().join());
  }

  expect(costs.length).toBeGreaterThanOrEqual(4);
  expect(new Set(costs).size).toBe(1);
  expect(costs[0]?.match(/Query/g)).toHaveLength(shardsUpTo(shardPlanOf('subjects')));
});

test('lists: concurrent inserts make no reader miss or repeat an existing record', async () => {
  const { ids, client } = await subjectsOfLongAgo(scaled(250, 10_000));
  const recent: string[] = [];
  for (let made = 0; made < scaled(60, 500); made += 1)
    recent.push((await call(client, createSubject, { body: aSubject() })).body.id);
  let isReading = true;
  const writers = Array.from({ length: 4 }, async () => {
    while (isReading) await call(client, createSubject, { body: aSubject() });
  });

  const seen = await allIds(client, () => sleep(50));
  isReading = false;
  await Promise.all(writers);

  expect(new Set(seen).size).toBe(seen.length);
  const before = new Set([...ids, ...recent]);
  expect(seen.filter((id) => before.has(id))).toEqual([...ids, ...recent]);
});

test('lists: a record that commits later than it was made is not missed while paging', async () => {
  const organizationId = randomUUID();
  const { credential: client } = await keyOf(organizationId, 'test');
  const home = recordsOf({ organizationId, mode: 'test' }, 'subjects');
  const row = (id: string): Write => {
    const data = { ...aSubject(), createdAt: new Date().toISOString() };
    return { table: 'risk', put: { ...keyIn(home, id), id, resource: 'subjects', data } };
  };
  // No time passes before the late record has committed, however long that takes.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const late = newId();
  const others = Array.from({ length: 101 }, () => newId());
  await write(others.map(row));

  const wasRead = Promise.withResolvers<void>();
  const read = new Set<string>();
  const ofCall = ({ command, input }: AwsCall) => {
    const query = JSON.stringify(input);
    if (command === 'Query' && read.has(query)) wasRead.resolve();
    read.add(query);
    return undefined;
  };
  const reading = withFaults({ ofCall }, () => allIds(client));
  await wasRead.promise;
  await write([row(late)]);
  vi.setSystemTime(Date.now() + 2_000);

  expect((await reading).result).toEqual([late, ...others]);
});

test.each(['-1', '1.5', 'abc', '1e3', '0x10', ' 1', '', '٣', '9007199254740993', '1'.repeat(40)])(
  'lists: %j is refused as an offset',
  async (offset) => {
    const { client } = await subjectsOfLongAgo(0);

    const response = await page(client, offset);

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    expect(response.body.errors).toMatchObject([{ path: 'offset' }]);
  },
);

test.each([1, 100, 9999, 12_345, 999_999_999, 99_999_999_999_999, 8_999_999_999_999_999])(
  'lists: %d is refused, because no response gave it as `nextOffset`',
  async (offset) => {
    const { client } = await subjectsOfLongAgo(3);

    const response = await page(client, offset);

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    expect(response.body.errors).toEqual([{ path: 'offset', message: expect.stringContaining('`nextOffset`') }]);
  },
);

test('lists: the offset of a response and the number of its items do not add up to another', async () => {
  const { client } = await subjectsOfLongAgo(201);
  const { items, nextOffset } = (await page(client, 0)).body;

  for (const offset of [nextOffset + items.length, nextOffset - items.length, nextOffset + 1, nextOffset - 1])
    expect((await page(client, offset)).status, String(offset)).toBe(400);
});

test('lists: an offset stays valid when the rows around it are gone', async () => {
  const { client, ids, home } = await subjectsOfLongAgo(201);
  const { nextOffset } = (await page(client, 0)).body;
  const remove = (some: string[]) => write(some.map((id): Write => ({ table: 'risk', remove: keyIn(home, id) })));

  await remove(ids.slice(90, 110));
  const rest = await page(client, nextOffset);
  await remove(ids);
  const nothing = await page(client, nextOffset);

  expect(rest.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(110, 201));
  expect(nothing).toMatchObject({ status: 200, body: { items: [], nextOffset: null } });
});

describe('rows that pack several records', () => {
  const things: Collection = {
    table: 'risk',
    name: `${randomUUID()}#test#things`,
    shards: constantShards(4),
  };
  const expand: Expand<string> = (row) =>
    Array.from({ length: Number(row.members) }, (_, member) => {
      const value = memberId(String(row.id), member);
      return { position: positionOf(value), value };
    });
  let records: { position: number; value: string }[];

  beforeAll(async () => {
    const random = randomFrom(7);
    const rows = Array.from({ length: 150 }, (_, index) => {
      const id = idAt(LONG_AGO_MS + Math.floor(index / 3), Math.floor(random() * 20) + (index % 3) * 20);
      return { ...keyIn(things, id), id, members: random() < 0.5 ? 1 : Math.ceil(random() * 128) };
    });
    await write(rows.map((put) => ({ table: 'risk', put })));
    records = rows.flatMap((row) => expand(row)).sort((a, b) => a.position - b.position);
  });

  test('are listed record by record, over pages that end with or in the middle of a row', async () => {
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const found: Page<string> = await listCollection(dynamoStore, things, { offset, expand });
      expect(found.items.length).toBeLessThanOrEqual(100);
      if (found.nextOffset !== null) expect(found.items.length).toBeGreaterThan(100 - 64);
      seen.push(...found.items);
      offset = found.nextOffset;
    }

    expect(seen).toEqual(records.map(({ value }) => value));
  });

  test('are listed newest first, over pages that end with or in the middle of a row', async () => {
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const wanted = { offset, expand, order: 'newest' } as const;
      const found: Page<string> = await listCollection(dynamoStore, things, wanted);
      expect(found.items.length).toBeLessThanOrEqual(100);
      if (found.nextOffset !== null) expect(found.items.length).toBeGreaterThan(100 - 64);
      seen.push(...found.items);
      offset = found.nextOffset;
    }

    expect(seen).toEqual(records.map(({ value }) => value).toReversed());
  });

  test.each(['oldest', 'newest'] as const)(
    'are found by a filter, %s first, over pages that read a limited number of rows',
    async (order) => {
      const isWanted = (value: string) => value.endsWith('00');
      const wanted = (row: Item) => expand(row).filter(({ value }) => isWanted(value));
      const seen: string[] = [];
      let pages = 0;
      for (let offset: number | null = 0; offset !== null; pages += 1) {
        const options = { offset, order, expand: wanted, maxRows: 20 };
        const { result, calls } = await observed(() => listCollection(dynamoStore, things, options));
        const found: Page<string> = result;
        const limits = calls.map(({ input }) => Number(input.Limit));
        expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(200);
        seen.push(...found.items);
        offset = found.nextOffset;
      }

      const all = records.map(({ value }) => value).filter(isWanted);
      expect(seen).toEqual(order === 'oldest' ? all : all.toReversed());
      expect(pages).toBeGreaterThan(1);
    },
  );

  test('can be listed from any of their records', async () => {
    for (let index = 0; index < records.length; index += 211) {
      const offset = records[index]?.position ?? 0;

      const { items } = await listCollection(dynamoStore, things, { offset, expand });

      const behind = records.slice(index + 1, index + 1 + items.length).map(({ value }) => value);
      expect(items).toEqual(behind);
      expect(items.length).toBeGreaterThan(Math.min(100 - 64, records.length - index - 2));
    }
  });
});

test('lists: a page of large records ends within 1 MiB and the list continues after it', async () => {
  const large: Collection = {
    table: 'risk',
    name: `${randomUUID()}#test#large`,
    shards: constantShards(4),
  };
  const text = 'é'.repeat(60_000);
  const ids = Array.from({ length: 24 }, (_, index) => idAt(LONG_AGO_MS + index, index));
  for (const id of ids) await write([{ table: 'risk', put: { ...keyIn(large, id), id, text } }]);
  const expand = oneRecord(({ id }) => ({ id: String(id), text }));

  const sizes: number[] = [];
  const seen: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const found: Page<{ id: string }> = await listCollection(dynamoStore, large, {
      offset,
      expand,
    });
    sizes.push(Buffer.byteLength(JSON.stringify(found)));
    seen.push(...found.items.map(({ id }) => id));
    offset = found.nextOffset;
  }

  expect(seen).toEqual(ids);
  expect(sizes).toHaveLength(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1024 * 1024);
  expect(sizes[0]).toBeGreaterThan(900 * 1024);
});
