import { describe, expect, test } from 'vitest';
import type { Position } from '../../src/listed-entry.ts';
import { pepRegister } from '../../src/parsers/pep/pep-register.ts';
import { day, year } from './read-lists.ts';

const position = (changes: Partial<Position> = {}): Position => ({
  category: 'head_of_state',
  title: 'President',
  country: 'TR',
  startedOn: null,
  endedOn: null,
  isCurrent: true,
  roster: 'wikidata',
  ...changes,
});
const CIA = { roster: 'cia-world-leaders' };

interface Stated {
  name: string;
  births?: ReturnType<typeof day>[];
  positions?: Position[];
}

function registered(people: Record<string, Stated>) {
  const register = pepRegister();
  for (const [id, { name, births = [], positions = [position()] }] of Object.entries(people)) {
    register.addName(id, name);
    for (const birth of births) register.addBirth(id, birth);
    for (const held of positions) register.addPosition(id, held);
  }
  return [...register.entries()];
}

const idsOf = (people: Record<string, Stated>) => registered(people).map(({ id }) => id);

describe('a person of a roster without items', () => {
  test('joins the Wikidata item of the same name and office, each position with its roster', () => {
    const entries = registered({
      Q39259: { name: 'Recep Tayyip Erdoğan', births: [day('1954-02-26')] },
      'cia:1': { name: 'Recep Tayyip ERDOGAN', positions: [position(CIA)] },
    });

    expect(entries).toMatchObject([
      {
        id: 'Q39259',
        names: [{ text: 'Recep Tayyip Erdoğan' }, { text: 'Recep Tayyip ERDOGAN' }],
        births: [day('1954-02-26')],
      },
    ]);
    expect(entries[0]?.pep?.positions.map(({ roster }) => roster)).toEqual(['wikidata', 'cia-world-leaders']);
  });

  test('joins a person with the same name and day of birth, whatever the office', () => {
    expect(
      idsOf({
        'popolo:1': { name: 'Jón Blað', births: [day('1960-05-06')], positions: [position(CIA)] },
        Q1: {
          name: 'Jon Blad',
          births: [day('1960-05-06')],
          positions: [position({ country: 'IS', category: 'minister', title: 'Minister of Paper' })],
        },
      }),
    ).toEqual(['Q1']);
  });

  test('joins by one common day of birth among several', () => {
    const births = [day('1960-05-06'), day('1961-05-06')];
    expect(
      idsOf({
        'popolo:1': { name: 'Jón Blað', births: [day('1960-05-06')], positions: [position(CIA)] },
        Q1: { name: 'Jon Blad', births, positions: [position({ country: 'IS', title: 'Minister of Paper' })] },
      }),
    ).toEqual(['Q1']);
  });

  test('joins by the same title, however it is abbreviated', () => {
    const minister = { category: 'minister', country: 'IS' } as const;
    expect(
      idsOf({
        Q1: {
          name: 'Greta Stapler',
          positions: [position({ ...minister, title: 'Minister of Defence' })],
        },
        'cia:1': {
          name: 'Greta STAPLER',
          positions: [position({ ...minister, ...CIA, title: 'Min. of Defense' })],
        },
      }),
    ).toEqual(['Q1']);
  });

  const born = (date: string) => ({ births: [day(date)] });
  test.each<[string, Record<string, Stated>]>([
    [
      'another date of birth',
      {
        Q1: { name: 'Greta Stapler', ...born('1960-05-06') },
        'cia:1': { name: 'Greta Stapler', ...born('1961-05-06'), positions: [position(CIA)] },
      },
    ],
    [
      'only the year of birth',
      {
        Q1: { name: 'Greta Stapler', births: [year(1960)], positions: [position()] },
        'cia:1': {
          name: 'Greta Stapler',
          births: [year(1960)],
          positions: [position({ ...CIA, country: 'IS' })],
        },
      },
    ],
    [
      'the first of January on both sides and another office',
      {
        Q1: { name: 'Greta Stapler', ...born('1960-01-01') },
        'cia:1': {
          name: 'Greta Stapler',
          ...born('1960-01-01'),
          positions: [position({ ...CIA, country: 'IS' })],
        },
      },
    ],
    [
      'another country',
      {
        Q1: { name: 'Greta Stapler' },
        'cia:1': { name: 'Greta Stapler', positions: [position({ ...CIA, country: 'IS' })] },
      },
    ],
    [
      'another office',
      {
        Q1: {
          name: 'Greta Stapler',
          positions: [position({ category: 'minister', title: 'Minister of Ink' })],
        },
        'cia:1': {
          name: 'Greta Stapler',
          positions: [position({ ...CIA, category: 'minister', title: 'Minister of Paper' })],
        },
      },
    ],
    [
      'two namesakes in the same country',
      {
        Q1: { name: 'Greta Stapler' },
        Q2: {
          name: 'Greta Stapler',
          positions: [position({ category: 'minister', title: 'Minister' })],
        },
        'cia:1': { name: 'Greta Stapler', positions: [position(CIA)] },
      },
    ],
    [
      'the same roster',
      {
        'cia:1': { name: 'Greta Stapler', positions: [position(CIA)] },
        'cia:2': { name: 'Greta Stapler', positions: [position(CIA)] },
      },
    ],
    ['a name of one word', { Q1: { name: 'Pelé' }, 'cia:1': { name: 'Pele', positions: [position(CIA)] } }],
    [
      'Wikidata items on both sides',
      {
        Q1: { name: 'Greta Stapler', ...born('1960-05-06') },
        Q2: { name: 'Greta Stapler', ...born('1960-05-06') },
      },
    ],
  ])('stays apart with %s', (_case, people) => {
    expect(idsOf(people)).toEqual(Object.keys(people));
  });
});

describe('a position that a roster calls current', () => {
  const PRIME = { category: 'head_of_government', title: 'Prime Minister', country: 'GB' } as const;
  const current = (changes: Partial<Position> = {}) =>
    position({ ...PRIME, startedOn: '2019-07-24', ...CIA, ...changes });
  const dated = (startedOn: string, endedOn: string, changes: Partial<Position> = {}) =>
    position({ ...PRIME, startedOn, endedOn, isCurrent: false, ...changes });
  const seen = (...positions: Position[]) =>
    registered({ Q1: { name: 'Gustav Staples', positions } })[0]?.pep?.positions.find(
      ({ roster }) => roster === CIA.roster,
    );

  test('ends with the dated term of the same office in another roster', () => {
    expect(seen(current(), dated('2019', '2022'))).toMatchObject({ endedOn: '2022', isCurrent: false });
    expect(seen(current(), dated('2019', '2021'), dated('2019-07-24', '2022-09-06'))?.endedOn).toBe('2022-09-06');
  });

  test.each([
    ['an earlier term', dated('2010', '2016')],
    ['a term that ended in the year of the beginning', dated('2015', '2019')],
    ['the office of another country', dated('2019', '2022', { country: 'IE' })],
    ['another office', dated('2019', '2022', { category: 'minister', title: 'Minister of Paper' })],
    ['the same roster', dated('2019', '2022', { ...CIA, title: 'First Minister' })],
  ])('stays current beside %s', (_case, other) => {
    expect(seen(current(), other)).toMatchObject({ endedOn: null, isCurrent: true });
  });

  test('stays current without a beginning, and where several hold the office at once', () => {
    const minister = { category: 'minister', title: 'Minister of Paper' } as const;

    expect(seen(current({ startedOn: null }), dated('2019', '2022'))).toMatchObject({ isCurrent: true });
    expect(seen(current(minister), dated('2019', '2022', minister))).toMatchObject({ isCurrent: true });
  });
});
