import { describe, expect, test } from 'vitest';
import { querySparql } from '#shared/screening/lists/query-sparql.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { crawling, crawlNow, listedPeps, pepState } from '#test/support/crawling.ts';
import type { Asked } from '#test/support/fake-answers.ts';
import { A_PAGE, TIMED_OUT, type Trouble } from '#test/support/fake-sparql.ts';
import { aChamber } from '#test/support/fake-wikidata.ts';
import { aWorld, done } from '#test/support/risk-world.ts';
import { some } from '#test/support/soak.ts';

/** A SPARQL service that is busy, slow, broken or returns garbage. */
const parts = crawling();

/** The service fails the first queries about people, `times` times. */
function inTrouble(trouble: Trouble, times = 1) {
  let left = times;
  parts.wikidata.trouble = ({ purpose }) => (purpose === 'describe people' && left-- > 0 ? trouble : undefined);
}

async function crawled() {
  await parts.simulation.tick();
  await parts.simulation.run();
}

const questionsAbout = (purpose: string) => parts.wikidata.asked.filter((asked) => asked.purpose === purpose);

const waits = () => parts.simulation.sent.map(({ delaySeconds }) => delaySeconds).filter((seconds) => seconds > 30);

const PEOPLE = 6;

describe('a service that throttles', () => {
  const busy = (status: number, retryAfter: string): Trouble => ({ status, headers: { 'retry-after': retryAfter } });

  test.each(some([429, 503, 403], 1))('with %i is asked again when it has said, and not before', async (status) => {
    inTrouble(busy(status, '120'));

    await crawled();

    expect(waits()).toEqual([120]);
    expect(questionsAbout('describe people')).toHaveLength(2);
    expect((await pepState()).active?.entryCount).toBe(PEOPLE);
  });

  test('for longer than a message can be delayed is waited for by several messages', async () => {
    inTrouble(busy(429, '3600'));

    await crawled();

    // The real clock advances meanwhile, so the last wait may be a second or two shorter.
    expect(waits().map((seconds) => Math.ceil(seconds / 10) * 10)).toEqual([900, 900, 900, 900]);
    expect(questionsAbout('describe people')).toHaveLength(2);
  });

  test('without Retry-After is retried with exponential backoff', async () => {
    inTrouble({ status: 429 }, 3);

    await crawled();

    expect(waits()).toEqual([60, 120, 240]);
    expect((await pepState()).active?.entryCount).toBe(PEOPLE);
  });
});

describe('a query that is too large', () => {
  const slicesOver = (most: number) => (asked: Asked) =>
    asked.purpose === 'describe people' && asked.ids.length > most ? TIMED_OUT : undefined;

  test('is split into halves until they are small enough', async () => {
    parts.wikidata.holds.people.push(...aChamber(96));
    parts.wikidata.trouble = slicesOver(30);

    await crawled();

    const sizes = questionsAbout('describe people').map(({ ids }) => ids.length);
    expect(sizes).toEqual([100, 50, 25, 25, 50, 25, 25]);
    expect((await pepState()).active?.entryCount).toBe(PEOPLE + 96);
  });

  test('about a single position is split by the last digits of its holders', { tags: 'full' }, async () => {
    parts.wikidata.holds.people.push(...aChamber(60));
    parts.wikidata.trouble = ({ purpose, endings }) =>
      purpose === 'find holders' && (endings[0] === '' || endings.length > 3) ? TIMED_OUT : undefined;

    await crawled();

    expect((await pepState()).active?.entryCount).toBe(PEOPLE + 60);
  });

  test.each(
    some<[string, Trouble]>(
      [
        ['a gateway that gave up', { status: 504 }],
        [
          'an answer that ends in an exception',
          {
            status: 200,
            headers: { 'content-type': 'application/sparql-results+json' },
            body: '{"results": {"bindings": [{"item"java.util.concurrent.TimeoutException\n',
          },
        ],
      ],
      1,
    ),
  )('is also %s', async (_case, trouble) => {
    inTrouble(trouble);

    await crawled();

    expect(questionsAbout('describe people').map(({ ids }) => ids.length)).toEqual([4, 2, 2]);
    expect(Object.keys(await listedPeps())).toHaveLength(PEOPLE);
  });

  test('is also one without an answer, or with an endless one', async () => {
    const { wikidata } = parts;
    const ask = querySparql({ timeMs: 100, bytes: 1_000 });
    wikidata.trouble = () => 'hangs';
    const unanswered = await ask(wikidata.url, '# x: find holders', new Date());
    wikidata.trouble = () => ({
      status: 200,
      headers: { 'content-type': 'application/sparql-results+json' },
      body: ' '.repeat(1_001),
    });
    const endless = await ask(wikidata.url, '# x: find holders', new Date());

    expect([unanswered, endless]).toEqual([{ outcome: 'too_much' }, { outcome: 'too_much' }]);
  });
});

const JSON_RESULTS = { 'content-type': 'application/sparql-results+json' };

test.each(
  some<[string, Trouble, string]>(
    [
      ['a page of apology', A_PAGE, 'unreadable'],
      ['an answer of another kind', { status: 200, headers: JSON_RESULTS, body: '{}' }, 'unreadable'],
      ['half an answer', { status: 200, headers: JSON_RESULTS, body: '{"results": ' }, 'unreadable'],
      ['a question it does not understand', { status: 400, body: 'MalformedQuery' }, 'refused'],
      ['an accident', { status: 500, body: 'NullPointerException' }, 'unreachable'],
      ['a broken connection', 'breaks', 'unreachable'],
    ],
    1,
  ),
)('%s is no answer; it is asked for again, and the tries are counted', async (_case, trouble, reason) => {
  inTrouble(trouble, 1);
  await crawled();
  expect(await pepState()).toMatchObject({
    active: { entryCount: PEOPLE },
    attentionReasons: [],
  });
  const { active } = await pepState();

  parts.simulation.seconds += 8 * 86_400;
  inTrouble(trouble, 1_000);
  await crawled();

  const after = await pepState();
  expect(after).toMatchObject({ active, attentionReasons: [`crawl_${reason}`] });
  expect(await crawlNow()).toMatchObject({
    status: 'stopped',
    stage: 'describe-people',
    chunk: '0',
  });
});

describe('a crawl that has given up', () => {
  async function givenUp() {
    inTrouble({ status: 503 }, 1_000);
    await crawled();
    return { asked: parts.wikidata.asked.length, crawl: await crawlNow() };
  }

  test('has retried for hours and reports why it failed', { tags: 'full' }, async () => {
    await givenUp();

    expect(questionsAbout('describe people')).toHaveLength(12);
    expect(parts.simulation.seconds).toBeGreaterThan(3 * 3_600);
    const { client } = await aWorld();
    const { items } = await done(client, screeningRoutes.listScreeningSources, {});
    expect(items.find(({ key }: { key: string }) => key === 'service_pep')).toMatchObject({
      attention: true,
      attentionReasons: ['crawl_busy'],
    });
  });

  test('is retried a day later from where it stopped', { tags: 'full' }, async () => {
    const { asked, crawl } = await givenUp();
    await parts.simulation.tick();
    expect(parts.simulation.waiting).toEqual([]);
    parts.wikidata.trouble = () => undefined;
    parts.simulation.seconds += 86_401;

    await crawled();

    expect((await crawlNow()).crawlId).toBe(crawl.crawlId);
    expect(parts.wikidata.asked.slice(asked).map(({ purpose }) => purpose)).toEqual([
      'describe people',
      'describe relatives',
    ]);
    expect(await pepState()).toMatchObject({
      active: { entryCount: PEOPLE },
      attentionReasons: [],
    });
  });

  test('resumes immediately when a refresh is requested', { tags: 'full' }, async () => {
    const { asked } = await givenUp();
    parts.wikidata.trouble = () => undefined;
    parts.simulation.waiting.push({
      queue: 'listRefreshes',
      body: { key: 'service_pep' },
      delaySeconds: 0,
      dueSeconds: 0,
    });

    await parts.simulation.run();

    expect(parts.wikidata.asked.slice(asked)).toHaveLength(2);
    expect((await pepState()).active?.entryCount).toBe(PEOPLE);
  });
});
