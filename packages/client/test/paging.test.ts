import { expect, test } from 'vitest';
import { aSubject, clientAnsweredBy, json, problem } from './fake-service.ts';

const subject = (externalId: string) => ({ ...aSubject, data: { ...aSubject.data, externalId } });

/** Three pages, the middle one without items: a page may be short or empty without being the last. */
const threePages = () =>
  clientAnsweredBy([
    json({ items: [subject('a'), subject('b')], nextOffset: 4_096 }),
    json({ items: [], nextOffset: 8_320 }),
    json({ items: [subject('c')], nextOffset: null }),
  ]);

const input = { params: { resource: 'subjects' }, query: { search: 'customer' } } as const;

test('client paging: iterates over a list item by item', async () => {
  const { client, sent } = threePages();

  const ids: string[] = [];
  for await (const { resource, data } of client.risk.listRecords.each(input))
    if (resource === 'subjects') ids.push(data.externalId);

  expect(ids).toEqual(['a', 'b', 'c']);
  expect(sent.map(({ url }) => url.search)).toEqual([
    '?search=customer',
    '?search=customer&offset=4096',
    '?search=customer&offset=8320',
  ]);
});

test('client paging: iterates over a list page by page, from a given offset', async () => {
  const { client, sent } = threePages();

  const sizes: number[] = [];
  for await (const { items } of client.risk.listRecords.pages({ ...input, query: { offset: 128 } }))
    sizes.push(items.length);

  expect(sizes).toEqual([2, 0, 1]);
  expect(sent[0]?.url.search).toBe('?offset=128');
});

test('client paging: fetches a page only when it is needed', async () => {
  const { client, sent } = threePages();

  for await (const _subject of client.risk.listRecords.each(input)) break;

  expect(sent).toHaveLength(1);
});

test('client paging: throws the problem of a page', async () => {
  const { client } = clientAnsweredBy([json({ items: [subject('a')], nextOffset: 1 }), problem(400, 'invalid_query')]);

  const items = client.risk.listRecords.each(input);

  expect((await items.next()).value).toEqual(subject('a'));
  await expect(items.next()).rejects.toMatchObject({ code: 'invalid_query' });
});

test('client paging: follows a cursor as well as an offset', async () => {
  const { client, sent } = clientAnsweredBy([
    json({ items: [{ id: '1' }], nextCursor: 'a+b' }),
    json({ items: [{ id: '2' }], nextCursor: null }),
  ]);
  const id = '019ced2d-1f00-7a00-8a00-6f1c2b9a4e00';

  const ids: string[] = [];
  for await (const delivery of client.webhooks.listDeliveries.each({ params: { id } })) ids.push(delivery.id);

  expect(ids).toEqual(['1', '2']);
  expect(sent.map(({ url }) => url.search)).toEqual(['', '?cursor=a%2Bb']);
});

test('client paging: is offered for lists only', () => {
  const { client } = threePages();

  const listing = Object.values(client).flatMap((module) =>
    Object.entries(module).filter(([, call]) => 'each' in call),
  );

  expect(listing.map(([name]) => name)).toEqual(
    expect.arrayContaining(['listApiKeys', 'listRecords', 'listWebhooks', 'listDeliveries']),
  );
  expect(client.risk.readRecord).not.toHaveProperty('pages');
});
