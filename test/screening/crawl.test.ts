import { describe, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { CONTACT, crawling, crawlNow, listedPeps, pepState } from '#test/support/crawling.ts';
import { aChamber } from '#test/support/fake-wikidata.ts';
import { aWorld, done } from '#test/support/risk-world.ts';

/** A crawl from the first tick to an active list version. */
const parts = crawling();

async function crawled() {
  await parts.simulation.tick();
  await parts.simulation.run();
}

describe('a crawl', () => {
  test('that the tick starts ends as the active version that screening searches', async () => {
    await crawled();

    const { client } = await aWorld();
    const run = await done(client, screeningRoutes.createScreeningRun, {
      body: {
        subject: { name: 'Gullveig Bladsdottir', datesOfBirth: ['1960-01-02'] },
        sources: ['service_pep'],
      },
    });
    expect(run).toMatchObject({ status: 'match', incomplete: false });
    expect(run.matches[0]).toMatchObject({
      source: 'service_pep',
      sourceEntryId: 'Q9000000001',
      listKind: 'pep',
      pep: { standing: 'pep' },
    });
    expect(await pepState()).toMatchObject({ attentionReasons: [], held: [] });
    expect(await crawlNow()).toMatchObject({ status: 'over' });
  });

  test('lists exactly the current and former holders of exposed positions and their families', async () => {
    await crawled();

    expect(Object.keys(await listedPeps()).sort()).toEqual([
      'Q9000000001', // the president
      'Q9000000002', // a former minister, and her brother
      'Q9000000003', // a member of parliament
      'Q9000000005', // the head of an international organization
      'Q9000000011', // the spouse
      'Q9000000013', // the child
    ]);
  });

  test('stores every name, the birth with its precision, citizenship and dates of office', async () => {
    await crawled();

    const listed = await listedPeps();
    const names = listed.Q9000000001?.names ?? [];
    expect(names[0]).toEqual({ text: 'Gullveig Blaðsdóttir', isWeak: false });
    expect(names.map(({ text, isWeak }) => [text, isWeak])).toEqual(
      expect.arrayContaining([
        ['Гулльвейг Бладсдоттир', false],
        ['G. Blaðsdóttir', false],
        ['The Quill', true],
      ]),
    );
    expect(listed.Q9000000001).toMatchObject({
      births: [{ from: '1960-01-02', to: '1960-01-02' }],
      countries: ['IS'],
    });
    expect(listed.Q9000000002?.births).toMatchObject([{ from: '1965-01-01', to: '1965-12-31' }]);
    expect(listed.Q9000000013?.births).toMatchObject([{ from: '1999-12-01', to: '1999-12-31' }]);
    expect(listed.Q9000000001?.pep?.positions).toEqual([
      {
        category: 'head_of_state',
        title: 'President of Iceland',
        country: 'IS',
        startedOn: '2020-08-01',
        endedOn: null,
        isCurrent: true,
        roster: 'wikidata',
      },
      {
        category: 'minister',
        title: 'Keeper of Paper',
        country: null,
        startedOn: '2010-02-03',
        endedOn: '2012-05-06',
        isCurrent: false,
        roster: 'wikidata',
      },
    ]);
    expect(listed.Q9000000003?.pep?.positions).toMatchObject([
      { category: 'parliament_member', startedOn: null, endedOn: null, isCurrent: false },
    ]);
    expect(listed.Q9000000005?.pep?.positions).toMatchObject([
      { category: 'international_organisation_head', startedOn: '2024-01-01' },
    ]);
  });

  test('stores relations, without ended marriages and parents who died long ago', async () => {
    await crawled();

    const listed = await listedPeps();
    const related = (id: string) => listed[id]?.pep?.relatedTo;
    expect(related('Q9000000011')).toEqual([{ entryId: 'Q9000000001', relation: 'spouse' }]);
    expect(related('Q9000000013')).toEqual([{ entryId: 'Q9000000001', relation: 'child' }]);
    expect(related('Q9000000002')).toEqual([{ entryId: 'Q9000000001', relation: 'sibling' }]);
    expect(listed).not.toHaveProperty('Q9000000012');
    expect(listed).not.toHaveProperty('Q9000000014');
  });

  test('queries only holders of exposed positions', async () => {
    await crawled();

    const askedAbout = parts.wikidata.asked.flatMap(({ ids }) => ids);
    expect(askedAbout).not.toContain('Q9000000004');
    expect(askedAbout).not.toContain('Q9000000006');
  });

  test('queries in slices, each once', { tags: 'full' }, async () => {
    parts.wikidata.holds.people.push(...aChamber(250));

    await crawled();

    const slices = parts.wikidata.asked.filter(({ purpose }) => purpose === 'describe people');
    expect(slices.map(({ ids }) => ids.length)).toEqual([100, 100, 54]);
    expect(new Set(slices.flatMap(({ ids }) => ids)).size).toBe(254);
    expect((await pepState()).active?.entryCount).toBe(256);
  });
});

describe('rate limiting of the crawl', () => {
  test('queries are sent one at a time, with pauses and a user agent', async () => {
    await crawled();

    const { wikidata, simulation } = parts;
    expect(wikidata.mostAtOnce).toBe(1);
    expect(new Set(wikidata.asked.map(({ userAgent }) => userAgent))).toEqual(
      new Set([`Assay-Screening/1.0 (${CONTACT}) weekly list of office holders`]),
    );
    expect(new Set(wikidata.asked.map(({ accept }) => accept))).toEqual(new Set(['application/sparql-results+json']));
    const pauses = simulation.sent.filter(({ queue, delaySeconds }) => queue === 'pepCrawls' && delaySeconds > 0);
    expect(pauses).toHaveLength(wikidata.asked.length);
    for (const { delaySeconds } of pauses) expect(delaySeconds).toBeGreaterThanOrEqual(2);
  });

  test('duplicate messages cause neither repeated nor concurrent queries', { tags: 'full' }, async () => {
    const { wikidata, simulation } = parts;
    await simulation.tick();
    await simulation.run({
      until: async () => {
        const [message] = simulation.waiting;
        if (message?.queue !== 'pepCrawls') return message === undefined;
        // Twice at the same moment, and once more when it is done.
        simulation.waiting.push({ ...message });
        await Promise.all([simulation.step(), simulation.step()]);
        simulation.waiting.push({ ...message, dueSeconds: 0 });
        await simulation.step();
        return false;
      },
    });

    expect(wikidata.mostAtOnce).toBe(1);
    const questions = wikidata.asked.map(({ purpose, ids }) => `${purpose} ${ids.join(' ')}`);
    expect(new Set(questions).size).toBe(questions.length);
  });
});

describe('the next crawl', () => {
  const begun = () => parts.simulation.sent.filter(({ body }) => body.turn === 1).length;

  test('does not start while one is running, even on request', async () => {
    await parts.simulation.tick();
    await parts.simulation.step(); // begins
    const { owner } = await aWorld();
    const asked = await call(owner, screeningRoutes.refreshScreeningSource, {
      params: { key: 'service_pep' },
      body: {},
    });
    parts.simulation.waiting.push({
      queue: 'listRefreshes',
      body: { key: 'service_pep' },
      delaySeconds: 0,
      dueSeconds: 0,
    });
    await parts.simulation.tick();
    await parts.simulation.run();

    expect(asked.status).toBe(202);
    expect(begun()).toBe(1);
    expect(await pepState()).toMatchObject({ revision: 1, attentionReasons: [] });
  });

  test('starts a week later and not before', { tags: 'full' }, async () => {
    await crawled();
    const first = await crawlNow();
    parts.simulation.seconds += 6 * 86_400;
    await parts.simulation.tick();
    const early = parts.simulation.waiting.length;
    parts.simulation.seconds += 86_400;
    await crawled();

    expect(early).toBe(0);
    expect((await crawlNow()).crawlId).not.toBe(first.crawlId);
    expect(begun()).toBe(2);
  });

  test('replaces one that has run for too long', { tags: 'full' }, async () => {
    await parts.simulation.tick();
    await parts.simulation.step();
    const { crawlId } = await crawlNow();
    parts.simulation.waiting = [];
    parts.simulation.seconds += 6 * 86_400;

    await crawled();

    expect((await crawlNow()).crawlId).not.toBe(crawlId);
    expect(await pepState()).toMatchObject({ active: { entryCount: 6 } });
  });
});

test('crawl: a result with over a fifth fewer people than the active version is held', async () => {
  await crawled();
  const before = await pepState();
  const { holds } = parts.wikidata;
  holds.people = holds.people.filter(({ id }) => !/Q90000000(?:03|05)$/.test(id));
  parts.simulation.seconds += 8 * 86_400;

  await crawled();

  const after = await pepState();
  expect(after.active).toEqual(before.active);
  expect(after).toMatchObject({ held: [{ entryCount: 4, reasons: ['shrunk'] }] });
  // The version waits for approval, not for another crawl.
  parts.simulation.seconds += 86_400;
  await parts.simulation.tick();
  expect(parts.simulation.waiting).toEqual([]);
});

test('crawl: an empty result leaves the active version unchanged', { tags: 'full' }, async () => {
  await crawled();
  const before = await pepState();
  parts.wikidata.holds = { positions: [], people: [] };
  parts.simulation.seconds += 8 * 86_400;

  await crawled();

  const after = await pepState();
  expect(after.active).toEqual(before.active);
  expect(after.attentionReasons).toEqual(['unreadable_no_entries']);
});
