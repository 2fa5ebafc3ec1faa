import { describe, expect, test } from 'vitest';
import { PEP_CANDIDATES, SANCTIONS_CANDIDATES } from '../../../../shared/screening/limits.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { screen } from '../../src/search/screen.ts';
import { anEntry, bornOn } from '../matching/builders.ts';
import { aList, screenFor, tables } from './index-support.ts';

const semyonov = anEntry(['Viktor Semyonov', "'Vitya'"], { id: 'S-1', ...bornOn('1961-04-12') });
const orlova = anEntry('Anna Orlova', { id: 'S-2' });

describe('a screening', () => {
  test('returns the entry, its primary name, the name that agrees, the score and its factors', async () => {
    const list = await aList([orlova, anEntry(['Viktor Semyonov', 'Victor Rokov'], { id: 'S-1' })]);

    const result = await screenFor([list], 'Rokov, Victor');

    expect(result).toMatchObject({
      status: 'possible_match',
      errorCode: null,
      incompleteReasons: [],
      candidateCount: 1,
      topScore: 85,
      matches: [
        {
          source: 'ofac_sdn',
          listKind: 'sanctions',
          entry: { id: 'S-1' },
          score: 85,
          pep: null,
          listedName: 'Viktor Semyonov',
          matchedName: 'Victor Rokov',
          factors: [{ code: 'name_same', points: 85 }],
        },
      ],
    });
  });

  test('near misses are read beside the result of the screening, which they do not change', async () => {
    const list = await aList([orlova, semyonov]);
    const request = {
      subject: { name: 'Viktor Semjonoff' },
      policy: { reviewScore: 90, matchScore: 95 },
      lookbackMonths: 12,
    };
    const on = { today: '2026-03-14', tables };
    const near = (from: number, limit: number) => screen([list], { ...request, nearMisses: { from, limit } }, on);

    const alone = await screen([list], request, on);
    const { nearMisses, ...rest } = await near(40, 10);

    expect({ ...rest, nearMisses: [] }).toEqual(alone);
    expect(alone).toMatchObject({ status: 'clear', matches: [], nearMisses: [] });
    expect(nearMisses.map(({ entry }) => entry.id)).toEqual(['S-1']);
    const [{ score } = { score: 0 }] = nearMisses;
    expect(score).toBeLessThan(90);
    expect((await near(score + 1, 10)).nearMisses).toEqual([]);
    expect((await near(40, 0)).nearMisses).toEqual([]);
  });

  test('finds a match by name and day of birth', async () => {
    const subject = { name: 'Viktor Semyonov', datesOfBirth: ['1961-04-12'] };

    expect(await screenFor([await aList([semyonov])], subject)).toMatchObject({ status: 'match' });
  });

  test.each([
    ['Maria Das', 'Maria Antonieta Orlova'],
    ['Ravi Kumar', 'Ravi DAS'],
    ['Wang Li', 'Bin WANG'],
    ['王斌', 'Guoying WANG'],
  ])('%s, born on the same day, is not %s: one word of two is in common', async (name, listed) => {
    const list = await aList([anEntry(listed, bornOn('1961-04-12'))]);

    const { status } = await screenFor([list], { name, entityType: 'person', datesOfBirth: ['1961-04-12'] });

    expect(status).toBe('clear');
  });

  test.each([
    ['Ana Sá', 'Ana Lopez'],
    ['Ana Co', 'Lopez, Ana'],
  ])('%s may be a person, whose surname is no company form: not %s', async (name, listed) => {
    const list = await aList([anEntry(listed, bornOn('1961-04-12'))]);

    expect(await screenFor([list], { name, datesOfBirth: ['1961-04-12'] })).toMatchObject({
      status: 'clear',
      topScore: 55,
    });
  });

  test.each([
    ['Kala SA', 'KALA LIMITED', 85],
    ['Kala Trading Co', 'Trading KALA Ltd', 85],
    ['Kala', 'KALA LIMITED', 85],
  ])('%s may be a company as well, which is %s', async (name, listed, score) => {
    const list = await aList([anEntry(listed, { kind: 'entity' })]);

    expect((await screenFor([list], name)).topScore).toBe(score);
  });

  test('scores nothing if no word is in common', async () => {
    expect(await screenFor([await aList([semyonov])], 'Maria Costa')).toMatchObject({
      status: 'clear',
      candidateCount: 0,
      topScore: null,
      matches: [],
    });
  });

  test('counts an entry below review as a candidate but not as a match', async () => {
    expect(await screenFor([await aList([semyonov, orlova])], 'Anna Petrova')).toMatchObject({
      status: 'clear',
      candidateCount: 1,
      topScore: 30,
      matches: [],
    });
  });

  test('returns the highest score of all lists first', async () => {
    const lists = [
      await aList([anEntry('Viktor Pavel Semyonov', { id: 'A' })]),
      await aList([semyonov], { key: 'uk_sanctions' }),
    ];

    const { matches } = await screenFor(lists, 'Viktor Semyonov');

    expect(matches.map(({ source, score }) => [source, score])).toEqual([
      ['uk_sanctions', 85],
      ['ofac_sdn', 75],
    ]);
  });

  test('finds an entry by an alias of the subject', async () => {
    const subject = { name: 'Ottilie Vellum', aliases: ['Viktor Semyonov'] };

    expect(await screenFor([await aList([semyonov])], subject)).toMatchObject({ topScore: 85 });
  });

  test('finds an entry by an identifier without any common name', async () => {
    const wallet = { kind: 'wallet', value: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C' } as const;
    const list = await aList([anEntry('Viktor', { identifiers: [{ ...wallet, country: null }] })]);

    const result = await screenFor([list], { name: 'Maria Costa', identifiers: [wallet] });

    expect(result).toMatchObject({ status: 'possible_match', topScore: 89 });
  });
});

describe('names in other scripts', () => {
  test.each([
    ['Виктор Семёнов', 'Viktor Semyonov'],
    ['Viktor Semyonov', 'Виктор Семёнов'],
    ['习 近 平', 'Xi Jinping'],
    ['习近平', '习 近 平'],
    ['김 정 은', 'KIM Jong Un'],
    ['김정은', '김 정 은'],
    ['李家超', 'Lee Ka-chiu'],
  ])('%s finds %s', async (name, listedName) => {
    expect(await screenFor([await aList([anEntry(listedName)])], name)).toMatchObject({
      status: 'possible_match',
      topScore: 85,
    });
  });

  test('the country of the document decides how Chinese characters are read', async () => {
    const list = await aList([anEntry('Cheung Siu Ming')]);
    const name = '張小明';

    expect(await screenFor([list], { name })).toMatchObject({ topScore: 85 });
    expect(await screenFor([list], { name, country: 'HK' })).toMatchObject({ topScore: 85 });
    expect((await screenFor([list], { name, country: 'CN' })).topScore ?? 0).toBeLessThan(70);
  });
});

describe('an incomplete screening', () => {
  test.each(['', '  ', '...', '—'])('a name %j without a word is an error', async (name) => {
    expect(await screenFor([await aList([semyonov])], name)).toMatchObject({
      status: 'error',
      errorCode: 'missing_name',
      candidateCount: 0,
      topScore: null,
    });
  });

  test('a name without a word beside an identifier is incomplete', async () => {
    const subject = { name: '—', identifiers: [{ kind: 'passport', value: 'X1' } as const] };

    expect(await screenFor([await aList([semyonov])], subject)).toMatchObject({
      status: 'incomplete',
      errorCode: null,
      incompleteReasons: ['name_without_tokens'],
    });
  });

  test('no list loaded is an error', async () => {
    const missing = await aList([], { missing: true, index: undefined });

    expect(await screenFor([missing], 'Viktor Semyonov')).toMatchObject({
      status: 'error',
      errorCode: 'no_lists',
      incompleteReasons: ['source_missing'],
    });
  });

  test('one list missing leaves the others searched and the run incomplete', async () => {
    const lists = [await aList([semyonov]), await aList([], { key: 'eu_fsf', missing: true, index: undefined })];

    expect(await screenFor(lists, 'Maria Costa')).toMatchObject({
      status: 'incomplete',
      incompleteReasons: ['source_missing'],
    });
    expect(await screenFor(lists, 'Viktor Semyonov')).toMatchObject({ status: 'possible_match' });
  });

  test.each([
    ['stale', 'source_stale'],
    ['attention', 'source_attention'],
    ['reindexPending', 'source_reindex_pending'],
  ] as const)('a list that is %s makes the run incomplete', async (condition, reason) => {
    const list = await aList([semyonov], { [condition]: true });

    expect(await screenFor([list], 'Maria Costa')).toMatchObject({
      status: 'incomplete',
      incompleteReasons: [reason],
      reasonsByKind: { sanctions: [reason], pep: [] },
    });
  });
});

describe('limits on what is searched', () => {
  test('six names are searched, and a seventh makes the search incomplete', async () => {
    const lists = [await aList([anEntry('Zoe Last')])];
    const aliases = ['Ada One', 'Ada Two', 'Ada Three', 'Ada Four', 'Zoe Last'];

    expect(await screenFor(lists, { name: 'Ada Nil', aliases })).toMatchObject({ topScore: 85, incompleteReasons: [] });
    expect(await screenFor(lists, { name: 'Ada Nil', aliases: ['Ada Zero', ...aliases] })).toMatchObject({
      status: 'incomplete',
      topScore: null,
      incompleteReasons: ['name_terms_capped'],
    });
  });

  test('a spelling without spaces counts as a name', async () => {
    const lists = [await aList([semyonov])];
    const aliases = ['Ada One', 'Ada Two', 'Ada Three', 'Ada Four', 'Ada Five'];

    expect(await screenFor(lists, { name: '习 近 平', aliases })).toMatchObject({
      incompleteReasons: ['name_terms_capped'],
    });
    expect(await screenFor(lists, { name: '习近平', aliases })).toMatchObject({
      incompleteReasons: [],
    });
  });

  test('more spellings than are searched make the search incomplete', async () => {
    const word = 'Ющенковщинский';
    const long = (letter: string) => Array.from({ length: 12 }, (_, at) => word + letter + 'бвгджзклмнпр'[at]);
    const aliases = [...'абвгд'].map((letter) => long(letter).join(' '));

    expect(await screenFor([await aList([semyonov])], { name: long('я').join(' '), aliases })).toMatchObject({
      status: 'incomplete',
      incompleteReasons: ['name_terms_capped'],
    });
  });

  test.each([
    ['more than ten identifiers', Array.from({ length: 11 }, (_, at) => `N${at}`)],
    ['an identifier too long to search by', ['9'.repeat(121)]],
  ])('%s make the search incomplete', async (_case, values) => {
    const identifiers = values.map((value) => ({ kind: 'passport' as const, value }));

    expect(await screenFor([await aList([semyonov])], { name: 'Maria Costa', identifiers })).toMatchObject({
      status: 'incomplete',
      incompleteReasons: ['name_terms_capped'],
    });
  });
});

const people = (count: number, rest: (at: number) => Partial<ListedEntry> = () => ({})) =>
  Array.from({ length: count }, (_, at) => anEntry('Ivan Common', { id: `P-${at}`, ...rest(at) }));

describe('pools of candidates', () => {
  test('a long name in Chinese characters finds its entry among many that share a syllable', async () => {
    const others = Array.from({ length: 300 }, (_, at) =>
      anEntry(`北京${'东南西中'.charAt(at % 4)}方建设有限公司`, { id: `C-${at}`, kind: 'entity' }),
    );
    const own = anEntry('威海建设集团股份有限公司文登区分公司', { id: 'OWN', kind: 'entity' });

    const { matches } = await screenFor([await aList([...others, own])], {
      name: '威海建设集团股份有限公司文登区分公司',
      entityType: 'entity',
    });

    expect(matches[0]).toMatchObject({ score: 85, entry: { id: 'OWN' } });
  });

  test('200 sanctions entries that share a word are all scored', async () => {
    const list = await aList(people(SANCTIONS_CANDIDATES));

    expect(await screenFor([list], 'Ivan Common')).toMatchObject({ candidateCount: 200, incompleteReasons: [] });
  });

  test('more than 200 that could reach review are capped, over all sanctions lists together', async () => {
    const half = SANCTIONS_CANDIDATES / 2;
    const lists = [await aList(people(half)), await aList(people(half + 1), { key: 'uk_sanctions' })];

    expect(await screenFor(lists, 'Ivan Common')).toMatchObject({
      candidateCount: 200,
      status: 'possible_match',
      incompleteReasons: ['candidates_capped'],
    });
  });

  test.each([
    ['repeats a word', 'Ahmad', 'Ahmad Salem Ahmad'],
    ['has two words that lists write as one', 'Abdallah', 'Abd Allah Salem Karim Abd Allah Nasser'],
  ])('a name that %s is not capped by those who share that and no more', async (_case, common, name) => {
    const many = Array.from({ length: SANCTIONS_CANDIDATES + 50 }, (_, at) =>
      anEntry(`${common} Petrov`, { id: `M-${at}` }),
    );
    const meant = anEntry(`${common} Salem`, { id: 'E-meant' });

    const result = await screenFor([await aList([...many, meant])], name);

    expect(result).toMatchObject({ candidateCount: 200, topScore: 75, incompleteReasons: [] });
    expect(result.matches.map(({ entry }) => entry.id)).toEqual(['E-meant']);
  });

  test('the PEP list has a pool of its own', async () => {
    const lists = [
      await aList(people(3)),
      await aList(people(PEP_CANDIDATES + 1), { key: 'service_pep', listKind: 'pep' }),
    ];

    expect(await screenFor(lists, 'Ivan Common')).toMatchObject({
      candidateCount: 1_003,
      incompleteReasons: ['pep_candidates_capped'],
      reasonsByKind: { sanctions: [], pep: ['pep_candidates_capped'] },
    });
  });

  test.each([
    ['kind', { entityType: 'person' as const }, { kind: 'entity' as const }],
    ['dates of birth', { datesOfBirth: ['1961-04-12'] }, bornOn('1990-01-01')],
    ['nationalities', { nationalities: ['RU'] }, { countries: ['BR'], names: [{ text: 'Ivan Other', isWeak: false }] }],
  ])('beyond 200, those whose %s keep them below review are set aside', async (_case, facts, other) => {
    const list = await aList(people(250, (at) => (at < 100 ? {} : other)));

    const result = await screenFor([list], { name: 'Ivan Common', ...facts });

    expect(result).toMatchObject({ candidateCount: 100, topScore: 85, incompleteReasons: [] });
    expect(result.matches).toHaveLength(100);
  });

  test('up to 200 candidates none is dropped', async () => {
    const list = await aList(people(150, (at) => (at < 50 ? {} : { kind: 'entity' })));

    expect(await screenFor([list], { name: 'Ivan Common', entityType: 'person' })).toMatchObject({
      candidateCount: 150,
    });
  });

  test('entries that cannot reach review neither cap the search nor hide others', async () => {
    const others = people(300).map((entry, at) => ({
      ...entry,
      names: [{ text: `Ivan Other${'abcdefghij'[at % 10]}`, isWeak: false }],
    }));
    const list = await aList([...others, anEntry('Ivan Common', { id: 'LAST' })]);

    const result = await screenFor([list], 'Ivan Common');

    expect(result).toMatchObject({ candidateCount: 200, topScore: 85, incompleteReasons: [] });
    expect(result.matches.map(({ entry }) => entry.id)).toEqual(['LAST']);
  });
});

describe('PEP matches', () => {
  const minister = anEntry('Paul Minister', {
    id: 'Q1',
    pep: {
      positions: [
        {
          category: 'minister',
          title: 'Minister of Parks',
          country: 'FR',
          roster: 'wikidata',
          startedOn: '2020',
          endedOn: null,
          isCurrent: true,
        },
      ],
      relatedTo: [],
    },
  });
  const child = anEntry('Petra Minister', {
    id: 'Q2',
    pep: { positions: [], relatedTo: [{ entryId: 'Q1', relation: 'child' }] },
  });

  test('have the PEP status on the day, and the related PEPs of a relative', async () => {
    const list = await aList([minister, child], { key: 'service_pep', listKind: 'pep' });

    const result = await screenFor([list], 'Petra Minister');

    expect(result.matches).toMatchObject([
      {
        listKind: 'pep',
        entry: { id: 'Q2' },
        pep: {
          standing: 'family_member',
          relatedPeps: [{ entryId: 'Q1', name: 'Paul Minister', relation: 'child' }],
        },
      },
    ]);
  });
});
