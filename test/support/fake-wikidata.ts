/** An invented knowledge base in Wikidata's model. */
export interface FakePosition {
  id: string;
  label: string;
  /** The crawl's root classes under which it is found, at any depth. */
  under: string[];
  /** Its own classes. */
  classes?: string[];
  land?: string;
  /** The kind of organisation that it heads. */
  heads?: string;
}

export interface FakePerson {
  id: string;
  label: string;
  /** In languages other than English. */
  otherLabels?: string[];
  aliases?: string[];
  claims?: Record<string, string>;
  born?: [day: string, precision: number];
  died?: string;
  held?: { position: string; start?: string; end?: string; isPreferred?: boolean }[];
  family?: { property: string; relative: string; hasEnded?: boolean }[];
}

export interface FakeWikidata {
  positions: FakePosition[];
  people: FakePerson[];
}

const PRESIDENT = 'Q9100000001';
const MINISTER = 'Q9100000002';
const MEMBER = 'Q9100000003';
const SHADOW = 'Q9100000004';
const CHIEF = 'Q9100000005';

/**
 * The politicians of an invented island: current and former holders, relatives, and people who must
 * not be listed.
 */
export const anIsland = (): FakeWikidata => ({
  positions: [
    { id: PRESIDENT, label: 'President of Iceland', under: ['Q48352'], land: 'Q189' },
    { id: MINISTER, label: 'Keeper of Paper', under: ['Q83307'], classes: ['Q83307'] },
    { id: MEMBER, label: 'member of the Althing', under: ['Q486839'], classes: ['Q486839'] },
    { id: SHADOW, label: 'Shadow Minister of Ink', under: ['Q83307'] },
    { id: CHIEF, label: 'chief clerk of the Ink League', under: ['Q484652'], heads: 'Q484652' },
  ],
  people: [
    {
      id: 'Q9000000001',
      label: 'Gullveig Blaðsdóttir',
      otherLabels: ['Гулльвейг Бладсдоттир'],
      aliases: ['G. Blaðsdóttir'],
      claims: { P27: 'Q189', P742: 'The Quill' },
      born: ['1960-01-02', 11],
      held: [
        { position: PRESIDENT, start: '2020-08-01', isPreferred: true },
        { position: MINISTER, start: '2010-02-03', end: '2012-05-06' },
      ],
      family: [
        { property: 'P26', relative: 'Q9000000011' },
        { property: 'P26', relative: 'Q9000000012', hasEnded: true },
        { property: 'P40', relative: 'Q9000000013' },
        { property: 'P22', relative: 'Q9000000014' },
        { property: 'P3373', relative: 'Q9000000002' },
      ],
    },
    {
      id: 'Q9000000002',
      label: 'Bréf Blaðsson',
      born: ['1965-01-01', 9],
      held: [{ position: MINISTER, start: '2001-01-01', end: '2009-03-04' }],
    },
    { id: 'Q9000000003', label: 'Þing Maður', held: [{ position: MEMBER }] },
    { id: 'Q9000000004', label: 'Skuggi Ráðherra', held: [{ position: SHADOW }] },
    {
      id: 'Q9000000005',
      label: 'Penni Skrifari',
      held: [{ position: CHIEF, start: '2024-01-01' }],
    },
    {
      id: 'Q9000000006',
      label: 'Forn Forseti',
      died: '1950-01-01',
      held: [{ position: PRESIDENT, start: '1944-06-17', end: '1949-01-01' }],
    },
    { id: 'Q9000000011', label: 'Umslag Maki' },
    { id: 'Q9000000012', label: 'Fyrri Maki' },
    { id: 'Q9000000013', label: 'Pappír Litli', born: ['1999-12-01', 10] },
    { id: 'Q9000000014', label: 'Gamli Faðir', died: '1970-01-01' },
  ],
});

/** A parliament with this many members, for tests of size. */
export const aChamber = (members: number): FakePerson[] =>
  Array.from({ length: members }, (_, index) => ({
    id: `Q${8_000_000_000 + index}`,
    label: `Member ${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}son`,
    held: [{ position: MEMBER, start: '2021-09-25' }],
  }));
