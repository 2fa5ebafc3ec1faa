import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { emptyListing, type ListedEntry, type Position } from '#packages/watchlist/src/listed-entry.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item, Key } from '#shared/platform/store/store.ts';
import { erasableScreening } from '#shared/screening/erasable.ts';
import { lists } from '#shared/screening/lists/list.ts';
import { createRun, entryPartOf, findRun, runPartsOf } from '#shared/screening/repository/runs.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';

/** The listed entry of a match: returned with every match of a run, and read from its list. */
const LISTED: ListedEntry = anEntry({
  id: 'INU0082 and SYR0310 (ü)',
  names: [
    { text: 'Ambrose Quillfeather', isWeak: false },
    { text: 'Амброз Квилфезер', isWeak: true },
  ],
  identifiers: [{ kind: 'passport', value: 'QF 0011223', country: 'IR' }],
  programmes: ['IRN'],
  listing: {
    birthPlaces: ['Ravelin'],
    addresses: [{ text: '4 Inkwell Lane, Tehran, Iran', country: 'IR' }],
    titles: ['Scribe'],
    listedOn: '2012-03-24',
    endsOn: '2020-01-31',
    remarks: 'Fictitious.',
    links: ['https://eur-lex.example.test/a'],
  },
  references: [{ scheme: 'un', value: 'IRi.001' }],
  measures: ['asset_freeze'],
});

const MINISTER: Position = {
  category: 'minister',
  title: 'Minister of Paper',
  country: 'IS',
  startedOn: '2015',
  endedOn: null,
  isCurrent: true,
  roster: 'a roster',
};

let version = '';
const world = preparedForFile(async () => {
  ({ versionId: version } = await loadList('eu_fsf', [LISTED]));
  await loadList('ofac_sdn', [anEntry({ id: '36', names: [{ text: 'Otto Blotter', isWeak: false }] })]);
  await loadList('service_pep', [
    anEntry({
      id: 'Q42',
      names: [{ text: 'Greta Stapler', isWeak: false }],
      pep: { positions: [MINISTER], relatedTo: [] },
    }),
  ]);
  return aWorld();
});

const screen = (
  name: string,
  sources: readonly string[] = ['eu_fsf'],
  options: Partial<Parameters<typeof call>[2]> = {},
  as: World = world,
) =>
  call(as.client, screeningRoutes.createScreeningRun, {
    body: { subject: { name }, sources },
    ...options,
  });
const readRun = (id: string, as: World = world) =>
  call(as.client, screeningRoutes.readScreeningRun, { params: { id } });
const readEntry = (key: string, entryId: string, query: Record<string, string> = {}) =>
  call(world.client, screeningRoutes.readScreeningEntry, { params: { key, entryId }, query });

const SHOWN = {
  kind: 'person',
  names: [
    { text: 'Ambrose Quillfeather', isWeak: false, script: 'Latn' },
    { text: 'Амброз Квилфезер', isWeak: true, script: 'Cyrl' },
  ],
  births: LISTED.births,
  countries: ['IR'],
  identifiers: LISTED.identifiers,
  programmes: ['IRN'],
  references: LISTED.references,
  measures: LISTED.measures,
  ...LISTED.listing,
  truncated: false,
  digest: expect.stringMatching(/^[0-9a-f]{64}$/),
};

describe('the entry of a match', () => {
  test('is stored with the run as it was listed, even if the list changes later', async () => {
    const { body: run } = await screen('Ambrose Quillfeather');
    await loadList('uk_sanctions', [LISTED]);

    const { body: stored } = await readRun(run.id);

    expect(run.matches[0].entry).toEqual(SHOWN);
    expect(stored).toEqual(run);
  });

  test('whose listing has ended is reported as a factor without points', async () => {
    const { body } = await screen('Ambrose Quillfeather');

    expect(body.matches[0].factors).toContainEqual({ code: 'listing_ended', points: 0, detail: '2020-01-31' });
    const { body: other } = await screen('Otto Blotter', ['ofac_sdn']);
    expect(JSON.stringify(other.matches[0].factors)).not.toContain('listing_ended');
  });

  test.each([
    ['Otto Blotter', 'ofac_sdn', 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=36'],
    ['Greta Stapler', 'service_pep', 'https://www.wikidata.org/wiki/Q42'],
  ])('links to the public page of %s', async (name, source, link) => {
    const { body } = await screen(name, [source]);

    expect(body.matches[0].entry.links).toEqual([link]);
  });

  test('is returned again for the same idempotency key, and with a decision on the match', async () => {
    const idempotencyKey = randomUUID();
    const first = await screen('Ambrose Quillfeather', ['eu_fsf'], { idempotencyKey });
    const again = await screen('Ambrose Quillfeather', ['eu_fsf'], { idempotencyKey });
    const decided = await call(world.owner, screeningRoutes.decideScreeningMatch, {
      params: { id: first.body.matches[0].id },
      body: { decision: 'false_positive', reason: 'Another person.' },
    });

    expect(again.body).toEqual(first.body);
    expect(decided.body.match.entry).toEqual(SHOWN);
    expect((await readRun(first.body.id)).body.matches[0]).toMatchObject({
      decision: 'false_positive',
      entry: SHOWN,
    });
  });

  test('is null in a run of a release that did not store entries', async () => {
    const { body: run } = await screen('Ambrose Quillfeather');
    const scope = { organizationId: world.organizationId, mode: 'test' } as const;
    const found = await findRun(dynamoStore, scope, run.id);
    if (!found) throw new Error('no run');
    const [first] = createRun(scope, found.stored);
    if (!first || !('put' in first)) throw new Error('no row');
    const { entries: _entries, ...older } = first.put as Item;
    await dynamoStore.writeOne({ table: 'screening', put: older as Item });

    const { status, body } = await readRun(run.id);

    expect(status).toBe(200);
    expect(body.matches[0].entry).toBeNull();
  });
});

describe('a run with the maximum number of matches', () => {
  const words = (count: number) => Array.from({ length: count }, () => randomBytes(9).toString('base64url')).join(' ');
  const maximal = (id: string, changes: Partial<ListedEntry> = {}) =>
    anEntry({
      id,
      names: [
        { text: 'Maximilian Vollständig', isWeak: false },
        // The same words for all, so that the index is small and the entries are not.
        ...Array.from({ length: 6 }, (_, at) => ({
          text: `Alias ${'Lang'.repeat(20)} ${at}`,
          isWeak: true,
        })),
      ],
      listing: {
        ...emptyListing(),
        remarks: words(200).slice(0, 2_000),
        addresses: Array.from({ length: 20 }, () => ({ text: words(12), country: 'IR' })),
        titles: [words(10)],
        birthPlaces: [words(5)],
      },
      ...changes,
    });
  const MOST = { sanctions: 200, pep: 1_000 };

  test('is stored, read, replayed, decided and erased, and marks truncated entries', { tags: 'full' }, async () => {
    const own = await aWorld();
    await loadList(
      'uk_sanctions',
      Array.from({ length: MOST.sanctions }, (_, at) => maximal(`S-${at}`)),
    );
    await loadList(
      'service_pep',
      Array.from({ length: MOST.pep }, (_, at) => maximal(`Q${at}`, { pep: { positions: [MINISTER], relatedTo: [] } })),
    );
    const idempotencyKey = randomUUID();
    const asked = () => screen('Maximilian Vollständig', ['uk_sanctions', 'service_pep'], { idempotencyKey }, own);

    const { status, body: run } = await asked();

    expect(status).toBe(201);
    expect(run.matches).toHaveLength(MOST.sanctions + MOST.pep);
    // A Lambda function answers with the body as a JSON string of at most 6 MB.
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(run)))).toBeLessThan(6_000_000);
    const entries = run.matches.map(({ entry }: { entry: { truncated: boolean } }) => entry);
    expect(entries.some(({ truncated }: { truncated: boolean }) => truncated)).toBe(true);
    expect(entries.every((entry: { names: unknown[] }) => entry.names.length > 0)).toBe(true);
    expect((await readRun(run.id, own)).body).toEqual(run);
    expect((await asked()).body).toEqual(run);

    const decided = await call(own.owner, screeningRoutes.decideScreeningMatch, {
      params: { id: run.matches[7].id },
      body: { decision: 'false_positive', reason: 'Another person.' },
    });
    expect(decided.status).toBe(200);
    const { body: after } = await readRun(run.id, own);
    expect(after.matches[7]).toEqual({ ...run.matches[7], decision: 'false_positive' });
    expect(after.matches[1_100].entry).toEqual(run.matches[1_100].entry);

    const listed: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { body } = await call(own.client, screeningRoutes.listScreeningMatches, {
        query: { offset },
      });
      expect(body.items.length).toBeLessThanOrEqual(100);
      listed.push(...body.items.map(({ match }: { match: { id: string } }) => match.id));
      offset = body.nextOffset;
    }
    const isPending = ({ decision }: { decision: string }) => decision === 'pending';
    expect(listed).toEqual(after.matches.filter(isPending).map(({ id }: { id: string }) => id));

    const scope = { organizationId: own.organizationId, mode: 'test' } as const;
    const pk = runPartsOf(scope, run.id);
    const erasable: Key[] = [];
    for await (const { keys } of erasableScreening(dynamoStore, scope))
      erasable.push(...keys.filter((key) => key.pk === pk));
    const next = { pk, sk: entryPartOf(erasable.length) };
    const rows = await dynamoStore.getMany([...erasable, next].map((key) => ({ table: 'screening', key })));
    expect(erasable.length).toBeGreaterThan(2);
    expect(rows.map((row) => row !== undefined)).toEqual([...erasable.map(() => true), false]);
  });
});

describe('reading an entry from its list', () => {
  test('returns the same entry as a match, with the version and the attribution', async () => {
    const { status, body } = await readEntry('eu_fsf', LISTED.id);

    expect(status).toBe(200);
    expect(body).toEqual({
      source: 'eu_fsf',
      sourceEntryId: LISTED.id,
      versionId: version,
      publishedAt: '2026-03-14',
      ...SHOWN,
      positions: [],
      relatedTo: [],
      attribution: lists.eu_fsf.attribution,
    });
    const { body: run } = await screen('Ambrose Quillfeather');
    expect(body.digest).toBe(run.matches[0].entry.digest);
  });

  test('finds an id with a slash that is escaped twice', async () => {
    await loadList('ofac_consolidated', [anEntry({ id: 'A/7', countries: ['SY'] })]);

    const { body } = await readEntry('ofac_consolidated', encodeURIComponent('A/7'));

    expect(body.sourceEntryId).toBe('A/7');
  });

  test('shows the positions of a politically exposed person', async () => {
    await loadList('service_pep', [anEntry({ id: 'Q42', pep: { positions: [MINISTER], relatedTo: [] } })]);

    const { body } = await readEntry('service_pep', 'Q42');

    expect(body.positions).toMatchObject([{ title: 'Minister of Paper', current: true }]);
  });

  test('reads an earlier version that is still stored', async () => {
    const before = await loadList('ofac_consolidated', [anEntry({ id: '7', countries: ['SY'] })]);
    await loadList('ofac_consolidated', [anEntry({ id: '7', countries: ['IR'] })]);

    const now = await readEntry('ofac_consolidated', '7');
    const then = await readEntry('ofac_consolidated', '7', { versionId: before.versionId });

    expect([now.body.countries, then.body.countries]).toEqual([['IR'], ['SY']]);
  });

  test.each<[string, string, string, Record<string, string>]>([
    ['a list that does not exist', 'no_such_list', LISTED.id, {}],
    ['a list that was never loaded', 'idb_sanctions', LISTED.id, {}],
    ['an entry that is not listed', 'eu_fsf', 'nobody', {}],
    ['a version that is not stored', 'eu_fsf', LISTED.id, { versionId: randomUUID() }],
  ])('of %s is a 404', async (_case, key, entryId, query) => {
    expect(await readEntry(key, entryId, query)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('with a malformed version id is rejected', async () => {
    expect((await readEntry('eu_fsf', LISTED.id, { versionId: 'latest' })).status).toBe(400);
  });
});
