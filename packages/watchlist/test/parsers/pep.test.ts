import { describe, expect, test } from 'vitest';
import { parsePep } from '../../src/parsers/pep.ts';
import { day, entryOf, fixture, readList, refusal, searchedPart, strong, weak, year } from './read-lists.ts';

const from = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, fixture(`pep/${path}`)]));

const TABLES = from(...['holders21', 'current', 'family', 'bio', 'positions'].map((name) => `iceland/${name}.csv`));

test('joins the offices of a person, with country, dates and what is held now', async () => {
  const list = await readList(parsePep, TABLES);

  expect(searchedPart(entryOf(list, 'Q9000000001'))).toEqual({
    id: 'Q9000000001',
    kind: 'person',
    names: [strong('Gullveig Blaðsdóttir')],
    births: [day('1960-01-02')],
    countries: [],
    identifiers: [],
    programmes: [],
    pep: {
      positions: [
        {
          category: 'head_of_government',
          title: 'Prime Minister',
          country: 'IS',
          startedOn: '2010-02-03',
          endedOn: '2014-05-06',
          isCurrent: false,
          roster: 'wikidata',
        },
        {
          category: 'minister',
          title: 'Minister of Paper',
          country: 'IS',
          startedOn: '2015',
          endedOn: null,
          isCurrent: true,
          roster: 'wikidata',
        },
      ],
      relatedTo: [{ entryId: 'Q9000000002', relation: 'spouse' }],
    },
  });
});

/** Terms of one minister, as rows of a table: from when, and until when. */
async function termsOf(rows: readonly string[], currentSince?: string) {
  const head = 'position,person,personID,start,end,gender,DOB,DOD,image,enwiki';
  const row = (term: string) => `Minister of Ink,Blek Blekson,Q9000000002,${term},,,,,`;
  const list = await readList(parsePep, {
    'iceland/holders21.csv': [head, ...rows.map(row)].join('\n'),
    ...(currentSince && {
      'iceland/current.csv': `${head}\n${row(`${currentSince},`)}`,
    }),
  });
  return entryOf(list, 'Q9000000002').pep?.positions.map(({ startedOn, endedOn, isCurrent }) => [
    startedOn,
    endedOn,
    isCurrent,
  ]);
}

describe('two rows of one office', () => {
  test.each([
    [['2001,2009', '2001,2005-06']],
    [['2001,2005-06', '2001,2009']],
    [['2001,2009', '2001,']],
    [['2001,', '2001,2009']],
  ])('%j: the latest end that is known counts', async (rows) => {
    expect(await termsOf(rows)).toEqual([['2001', '2009', false]]);
  });

  test('an office that one row marks as current is current', async () => {
    expect(await termsOf(['2001,2009'], '2001')).toEqual([['2001', null, true]]);
  });

  test('are two terms if no start is known', async () => {
    expect(await termsOf([',2009', ',2005'])).toEqual([
      [null, '2009', false],
      [null, '2005', false],
    ]);
  });
});

test('PEP: if an office ends before it starts, both dates are dropped', async () => {
  expect(await termsOf(['2019-08-29,2012-12-12'])).toEqual([[null, null, false]]);
  expect(await termsOf(['2012-08-29,2012'])).toEqual([['2012-08-29', '2012', false]]);
});

test('PEP: unreadable rows are counted as dropped entries', async () => {
  const broken = 'Minister, of Ink,Blek Blekson,Q9000000002,2001,,,,,,';
  const { report } = await readList(parsePep, {
    'iceland/holders21.csv': [
      'position,person,personID,start,end,gender,DOB,DOD,image,enwiki',
      'Minister of Paper,Gullveig Blaðsdóttir,Q9000000001,2015,,,,,,',
      broken,
      'Minister of Wax,Vax Vaxson,Q9000000003,2015,,,,,,',
    ].join('\n'),
  });

  expect(report).toMatchObject({ entryCount: 2, droppedEntries: 1, strayRows: 0 });
});

test('PEP: an office without an end ends with the death of its holder', async () => {
  const list = await readList(parsePep, TABLES);

  expect(entryOf(list, 'Q9000000002').pep?.positions).toMatchObject([
    { title: 'Minister of Ink', startedOn: '2001-01-01', endedOn: '2009-03-04', isCurrent: false },
  ]);
});

test('PEP: a relative is listed with the relation to the office holder', async () => {
  const list = await readList(parsePep, TABLES);

  expect(entryOf(list, 'Q9000000010').pep).toEqual({
    positions: [],
    relatedTo: [{ entryId: 'Q9000000001', relation: 'parent' }],
  });
  expect(entryOf(list, 'Q9000000011')).toMatchObject({
    names: [strong('Pappír Litli')],
    births: [{ from: '1999-12-01', to: '1999-12-31', isCirca: false }],
    pep: { relatedTo: [{ entryId: 'Q9000000001', relation: 'child' }] },
  });
});

test('PEP: distant relatives, and holders of other offices with theirs, are not listed', async () => {
  const { entries, report } = await readList(parsePep, TABLES);

  expect(entries.map(({ id }) => id).toSorted()).toEqual(['Q9000000001', 'Q9000000002', 'Q9000000010', 'Q9000000011']);
  expect(report).toMatchObject({ droppedEntries: 0, strayRows: 2, outOfScope: 1 });
});

test('reads Wikidata items: names of every kind, citizenship, positions by label and by class', async () => {
  const items = from('items.wbgetentities.json', 'iceland/positions.csv');

  const list = await readList(parsePep, items);

  expect(searchedPart(entryOf(list, 'Q9000000020'))).toEqual({
    id: 'Q9000000020',
    kind: 'person',
    names: [
      strong('Bref Brefsson'),
      strong('Bréf Bréfsson'),
      strong('B. Brefsson'),
      strong('Bréf B.'),
      weak('The Letter'),
    ],
    births: [year(1955)],
    countries: ['IS'],
    identifiers: [],
    programmes: [],
    pep: {
      positions: [
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
          title: 'postmaster of the realm',
          country: 'IS',
          startedOn: '2010-05',
          endedOn: '2012',
          isCurrent: false,
          roster: 'wikidata',
        },
      ],
      relatedTo: [],
    },
  });
  // A position that nothing describes, and an item that does not exist.
  expect(list.report).toMatchObject({ outOfScope: 1, strayRows: 1 });
});

/** A president, by what is said of the end of the office. */
async function presidentUntil(end: object) {
  const held = {
    mainsnak: { datavalue: { value: { id: 'Q9100000001' } } },
    rank: 'preferred',
    qualifiers: {
      P580: [{ datavalue: { value: { time: '+1981-00-00T00:00:00Z', precision: 9 } } }],
      P582: [end],
    },
  };
  const human = { mainsnak: { datavalue: { value: { id: 'Q5' } } } };
  const item = {
    id: 'Q9000000050',
    labels: { en: { value: 'Vax Vaxson' } },
    claims: { P31: [human], P39: [held] },
  };
  const list = await readList(parsePep, {
    ...from('iceland/positions.csv'),
    'items.wbgetentities.json': JSON.stringify({ entities: { Q9000000050: item } }),
  });
  return entryOf(list, 'Q9000000050').pep?.positions[0];
}

test('PEP: an office with an unknown end has unknown dates', async () => {
  const position = await presidentUntil({ snaktype: 'somevalue' });

  expect(position).toMatchObject({ startedOn: null, endedOn: null, isCurrent: false });
});

test('PEP: an office that ended in a decade ends with its last year', async () => {
  const nineties = { datavalue: { value: { time: '+1990-00-00T00:00:00Z', precision: 8 } } };

  expect(await presidentUntil(nineties)).toMatchObject({ endedOn: '1999', isCurrent: false });
});

test('PEP: an item in an unknown format is counted as a dropped entry', async () => {
  const entities = { Q9000000051: { id: 'Q9000000051', claims: 'none' }, Q1: { missing: '' } };
  const { report } = await readList(parsePep, {
    ...from('items.wbgetentities.json', 'iceland/positions.csv'),
    'more.wbgetentities.json': JSON.stringify({ entities }),
  });

  expect(report).toMatchObject({ droppedEntries: 1, strayRows: 2 });
});

test('PEP: a former spouse is not family', async () => {
  const items = from('items.wbgetentities.json', 'iceland/positions.csv');

  const { entries } = await readList(parsePep, items);

  expect(entries.map(({ id, pep }) => [id, pep?.relatedTo])).toEqual([
    ['Q9000000020', []],
    ['Q9000000021', [{ entryId: 'Q9000000020', relation: 'spouse' }]],
  ]);
});

test('reads members of a legislature from Popolo, their dates from the term where they have none', async () => {
  const list = await readList(parsePep, from('Iceland_Althing.ep-popolo-v1.0.json'));

  const seat = {
    category: 'parliament_member',
    title: 'member of the Althing',
    country: 'IS',
    isCurrent: false,
    roster: 'everypolitician',
  };
  expect(entryOf(list, 'Q9000000030')).toMatchObject({
    names: [strong('Þing Maður'), strong('Thing Madur')],
    births: [day('1970-03-04')],
    pep: { positions: [{ ...seat, startedOn: '2013-04-27', endedOn: '2014-01-01' }] },
  });
  expect(entryOf(list, 'everypolitician:aa-2').pep?.positions).toEqual([
    { ...seat, startedOn: '2013-04-01', endedOn: '2016-10-29' },
  ]);
  expect(list.report).toMatchObject({ strayRows: 1, outOfScope: 1 });
});

test('PEP: people of several rosters are merged by their Wikidata item', async () => {
  const sources = from('world-leaders.json', 'leaders.csv', 'items.wbgetentities.json', 'iceland/positions.csv');

  const list = await readList(parsePep, sources);

  const president = entryOf(list, 'Q9000000020');
  expect(president.births).toEqual([day('1955-06-07')]);
  expect(
    president.pep?.positions.map(({ title, startedOn, isCurrent, roster }) => [title, startedOn, isCurrent, roster]),
  ).toEqual([
    ['President of Iceland', '2020', false, 'wikidata'],
    ['President', '2020-08-01', true, 'world-leaders'],
    ['President of Iceland', '2020-08-01', true, 'wikidata'],
    ['postmaster of the realm', '2010-05', false, 'wikidata'],
  ]);
});

test('reads the roster of Congress by item, or by its own id', async () => {
  const list = await readList(parsePep, from('legislators-current.json'));

  expect(entryOf(list, 'Q9000000040')).toMatchObject({
    names: [strong('Prudence Q. Letterhead'), strong('Prudence Letterhead')],
    births: [day('1958-10-13')],
    pep: {
      positions: [
        { title: 'United States representative', country: 'US', endedOn: '1995-01-03', isCurrent: false },
        { title: 'United States senator', country: 'US', endedOn: '2031-01-03', isCurrent: true },
      ],
    },
  });
  expect(entryOf(list, 'us-congress:X000002').pep?.positions).toMatchObject([
    { category: 'head_of_state', startedOn: '1789-04-30' },
  ]);
});

test('reads the table of cabinets, a person once however many offices', async () => {
  const { entries, report } = await readList(parsePep, from('persons_offices.csv'));

  expect(entries.map(({ names, pep }) => [names[0]?.text, pep?.positions.map((one) => one.category)])).toEqual([
    ['Reverend STAMP', ['central_bank_board', 'minister']],
    ['Quill STAMP', ['minister']],
    ['Nuncio STAMP', ['ambassador']],
  ]);
  expect(entries[2]?.pep?.positions[0]).toMatchObject({
    country: 'VA',
    isCurrent: true,
    startedOn: null,
  });
  expect(report.outOfScope).toBe(0);
});

test.each([
  ['an unknown table', { 'stamps.csv': 'a,b\n1,2\n' }, 'unexpected_format'],
  ['a table without its columns', { 'iceland/family.csv': 'a,b\n1,2\n' }, 'unexpected_format'],
  ['an unknown roster', { 'stamps.json': '{"stamps": []}' }, 'unexpected_format'],
  ['JSON that was cut', { 'x.json': '{"entities": {"Q1": {"id": ' }, 'truncated'],
  ['JSON that is broken', { 'x.json': '{"entities": oops}' }, 'malformed'],
  ['Popolo of another shape', { 'x.json': '{"memberships": [{"person_id": 7}]}' }, 'malformed'],
  ['nothing at all', {}, 'no_entries'],
])('refuses %s', async (_case, contents, code) => {
  expect(await refusal(readList(parsePep, contents))).toMatchObject({ code });
});
