import type { FakePerson, FakePosition, FakeWikidata } from './fake-wikidata.ts';

/** The parts of a query that the fake service needs. */
export interface Asked {
  purpose: string;
  ids: string[];
  /** The digits that the ids of found items must end with. */
  endings: string[];
  diedAfter: string;
}

/** Recognizes the queries of a crawl by their form, without parsing SPARQL. */
export function readQuestion(query: string): Asked {
  const purpose = /^# .*: (.*)$/m.exec(query)?.[1] ?? '';
  const named = /VALUES \?(?:item|position) \{([^}]*)\}/.exec(query)?.[1] ?? query;
  return {
    purpose,
    ids: [...new Set([...named.matchAll(/wd:(Q\d+)/g)].map(([, id = '']) => id))],
    endings: /"\(([\d|]+)\)\$"/.exec(query)?.[1]?.split('|') ?? [''],
    diedAfter: /\?died < "([^"]+)"/.exec(query)?.[1] ?? '',
  };
}

type Row = Record<string, { type: string; value: string }>;

const item = (id: string) => ({ type: 'uri', value: `http://www.wikidata.org/entity/${id}` });
const text = (value: string) => ({ type: 'literal', value });
const time = (day: string) => text(`${day}T00:00:00Z`);
const rank = (isPreferred = false) => ({
  type: 'uri',
  value: `http://wikiba.se/ontology#${isPreferred ? 'Preferred' : 'Normal'}Rank`,
});

export function answerTo(asked: Asked, { positions, people }: FakeWikidata): Row[] {
  const chosen = <T extends { id: string }>(all: T[]) => all.filter(({ id }) => asked.ids.includes(id));
  const found = (ids: string[]) =>
    ids.filter((id) => asked.endings.some((ending) => id.endsWith(ending))).map((id) => ({ found: item(id) }));
  const isOfOurTime = ({ died = '9999' }: FakePerson) => died >= asked.diedAfter;
  switch (asked.purpose) {
    case 'find positions':
      return found(positions.filter(({ under }) => under.some((id) => asked.ids.includes(id))).map(({ id }) => id));
    case 'describe positions':
      return chosen(positions).flatMap(positionRows);
    case 'find holders':
      return found(
        people
          .filter(isOfOurTime)
          .filter(({ held = [] }) => held.some(({ position }) => asked.ids.includes(position)))
          .map(({ id }) => id),
      );
    case 'describe people':
      return chosen(people).flatMap((person) => [
        ...biographyRows(person),
        ...officeRows(person),
        ...familyRows(person, people.filter(isOfOurTime)),
      ]);
    default:
      return chosen(people).flatMap(biographyRows);
  }
}

const positionRows = ({ id, label, classes = [], land, heads }: FakePosition): Row[] => [
  { item: item(id), property: text('label'), language: text('en'), text: text(label) },
  ...classes.map((qid) => ({ item: item(id), property: text('P279'), value: item(qid) })),
  ...(land ? [{ item: item(id), property: text('P1001'), value: item(land) }] : []),
  ...(heads ? [{ item: item(id), property: text('heads'), value: item(heads) }] : []),
];

function biographyRows({ id, label, otherLabels = [], aliases = [], ...person }: FakePerson): Row[] {
  const about = { item: item(id) };
  const name = (property: string, language: string) => (value: string) => ({
    ...about,
    property: text(property),
    language: text(language),
    text: text(value),
  });
  const moment = (property: string, day: string, precision: number) => ({
    ...about,
    property: text(property),
    statement: text(`${id}-${property}`),
    rank: rank(),
    time: time(day),
    precision: text(String(precision)),
  });
  return [
    ...[label].map(name('label', 'en')),
    ...otherLabels.map(name('label', 'und')),
    ...aliases.map(name('alias', 'und')),
    ...(person.born ? [moment('P569', ...person.born)] : []),
    ...(person.died ? [moment('P570', person.died, 11)] : []),
    ...Object.entries(person.claims ?? {}).map(([property, value]) => ({
      ...about,
      property: text(property),
      statement: text(`${id}-${property}`),
      rank: rank(),
      value: /^Q\d+$/.test(value) ? item(value) : text(value),
    })),
  ];
}

const officeRows = ({ id, held = [] }: FakePerson): Row[] =>
  held.map(({ position, start, end, isPreferred }, index) => ({
    item: item(id),
    property: text('P39'),
    value: item(position),
    statement: text(`${id}-P39-${index}`),
    rank: rank(isPreferred),
    ...(start && { start: time(start), startPrecision: text('11') }),
    ...(end && { end: time(end), endPrecision: text('11'), ended: time(end) }),
  }));

const familyRows = ({ id, family = [] }: FakePerson, ofOurTime: FakePerson[]): Row[] =>
  family
    .filter(({ relative }) => ofOurTime.some((person) => person.id === relative))
    .map(({ property, relative, hasEnded }, index) => ({
      item: item(id),
      property: text(property),
      value: item(relative),
      rank: rank(),
      statement: text(`${id}-${property}-${index}`),
      ...(hasEnded && { ended: { type: 'bnode', value: 't1' } }),
    }));
