import type { BirthSpan, ListedEntry, Position, Relation } from '../../listed-entry.ts';
import { firstDay, lastDay } from '../../partial-date.ts';
import { mergePeople } from './merge-people.ts';
import type { Person } from './person.ts';
import { statedDay } from './stated-day.ts';

/** `relative` is the `relation` of `person`. */
interface FamilyLink {
  person: string;
  relation: Relation;
  relative: string;
}

const INVERSE: Readonly<Record<Relation, Relation>> = {
  spouse: 'spouse',
  sibling: 'sibling',
  child: 'parent',
  parent: 'child',
};

/**
 * All people of the sources, merged by id: the Wikidata item if a source knows it, otherwise the id
 * of the roster. All are held until the last source is read, since any source may add facts to
 * anyone.
 */
export interface PepRegister {
  addName(id: string, text: string, isWeak?: boolean): void;
  addBirth(id: string, birth: BirthSpan | null): void;
  addCountry(id: string, country: string | null): void;
  addDeath(id: string, diedOn: string): void;
  addPosition(id: string, position: Position): void;
  addRelative(person: string, relation: Relation, relative: string): void;
  /** Office holders and their relatives. Other people are not listed. */
  entries(): Generator<ListedEntry>;
}

export function pepRegister(): PepRegister {
  const people = new Map<string, Person>();
  const links = new Map<string, FamilyLink>();
  const personOf = (id: string) => {
    const known = people.get(id) ?? unknownPerson();
    people.set(id, known);
    return known;
  };
  return {
    addName(id, text, isWeak = false) {
      if (text) personOf(id).names.push({ text, isWeak });
    },
    addBirth(id, birth) {
      if (birth) personOf(id).births.push(birth);
    },
    addCountry(id, country) {
      if (country) personOf(id).countries.add(country);
    },
    addDeath(id, diedOn) {
      const day = statedDay(diedOn);
      if (day) personOf(id).diedOn = day;
    },
    addPosition: (id, position) => addOnce(personOf(id).positions, position),
    addRelative(person, relation, relative) {
      const both = [
        { person, relation, relative },
        { person: relative, relation: INVERSE[relation], relative: person },
      ];
      for (const link of both) links.set(Object.values(link).join(' '), link);
    },
    *entries() {
      mergePeople(people);
      const related = relationsByRelative(links.values(), people);
      for (const [id, person] of people) {
        const relatedTo = related.get(id) ?? [];
        if (person.positions.size > 0 || relatedTo.length > 0) yield entryOf(id, person, relatedTo);
      }
    },
  };
}

const unknownPerson = (): Person => ({
  names: [],
  births: [],
  countries: new Set(),
  positions: new Map(),
  diedOn: null,
});

/** The same office of two files of a roster. Without a beginning two ends are two terms. */
function addOnce(positions: Map<string, Position>, position: Position): void {
  const { title, country, startedOn, endedOn, roster } = position;
  const key = [title, country, startedOn ?? `until ${endedOn}`, roster].join('\n');
  const known = positions.get(key);
  positions.set(key, known ? joined(known, position) : position);
}

/** Current if either states so; otherwise the latest known end counts. */
function joined(one: Position, other: Position): Position {
  const both = [one, other];
  const isHeld = both.some(({ isCurrent, endedOn }) => isCurrent && endedOn === null);
  const ends = both.flatMap(({ endedOn }) => endedOn ?? []);
  return {
    ...other,
    isCurrent: one.isCurrent || other.isCurrent,
    endedOn: isHeld ? null : (ends.toSorted(byLastDay).at(-1) ?? null),
  };
}

const byLastDay = (a: string, b: string) => (lastDay(a) < lastDay(b) ? -1 : 1);

type RelatedTo = NonNullable<ListedEntry['pep']>['relatedTo'];

/** Only relatives of people who hold or held a position are listed. */
function relationsByRelative(links: Iterable<FamilyLink>, people: ReadonlyMap<string, Person>): Map<string, RelatedTo> {
  const related = new Map<string, RelatedTo>();
  for (const { person, relation, relative } of links) {
    if (!people.get(person)?.positions.size) continue;
    related.set(relative, [...(related.get(relative) ?? []), { entryId: person, relation }]);
  }
  return related;
}

function entryOf(id: string, person: Person, relatedTo: RelatedTo): ListedEntry {
  const stated = [...person.positions.values()];
  const positions = stated.map((position) => endedByDeath(endedElsewhere(position, stated), person));
  return {
    id,
    kind: 'person',
    names: person.names,
    births: mostPrecise(person.births),
    countries: [...person.countries],
    identifiers: [],
    programmes: [],
    references: /^Q\d+$/.test(id) ? [{ scheme: 'wikidata', value: id }] : [],
    pep: { positions, relatedTo },
  };
}

const ONE_HOLDER: readonly Position['category'][] = ['head_of_state', 'head_of_government'];

/**
 * An old roster calls its latest holder current for ever. Another roster with a dated term of the same office that
 * contains the beginning knows better. Offices with several holders at once are left alone: their rosters divide one
 * tenure into terms.
 */
function endedElsewhere(position: Position, all: readonly Position[]): Position {
  const { category, country, startedOn, endedOn, roster } = position;
  if (endedOn !== null || startedOn === null || country === null || !ONE_HOLDER.includes(category)) return position;
  const isSameTerm = (other: Position) =>
    other.category === category &&
    other.country === country &&
    other.roster !== roster &&
    other.startedOn !== null &&
    firstDay(other.startedOn) <= lastDay(startedOn) &&
    other.endedOn !== null &&
    lastDay(startedOn) < firstDay(other.endedOn);
  const ends = all.filter(isSameTerm).flatMap((other) => other.endedOn ?? []);
  const last = ends.toSorted(byLastDay).at(-1);
  return last === undefined ? position : { ...position, endedOn: last, isCurrent: false };
}

function endedByDeath(position: Position, { diedOn }: Person): Position {
  return diedOn && !position.endedOn ? { ...position, endedOn: diedOn, isCurrent: false } : position;
}

/** Drops a year if another source states a day in it. */
function mostPrecise(births: readonly BirthSpan[]): BirthSpan[] {
  const isWithin = (one: BirthSpan, other: BirthSpan) =>
    other.from >= one.from && other.to <= one.to && other.from + other.to !== one.from + one.to;
  return births.filter((birth) => !births.some((other) => isWithin(birth, other)));
}
