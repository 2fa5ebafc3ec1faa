import type { BirthSpan, Position } from '../../listed-entry.ts';
import type { Person } from './person.ts';

/**
 * Merges people of rosters without Wikidata items with the people they are, but only if that is
 * beyond doubt: a wrong merge would assign offices to the wrong person.
 * - The same name and the same full date of birth.
 * - Or, if one side states no birth: the same name and the same office of the same country, if
 *   exactly one person of that name belongs to that country.
 *
 * Two Wikidata items are never merged, and the item keeps its id.
 */
export function mergePeople(people: Map<string, Person>): void {
  const withoutItem = [...people].filter(([id]) => !isItem(id));
  if (withoutItem.length === 0) return;
  const byName = peopleByName(people, withoutItem);
  for (const [id, person] of withoutItem) {
    const namesakes = namesakesOf(person, byName).filter(
      (other) => other.id !== id && people.get(other.id) === other.person,
    );
    const same = sameAs({ id, person }, namesakes);
    if (!same) continue;
    absorb(same.person, person);
    people.delete(id);
  }
}

interface Known {
  id: string;
  person: Person;
}

const isItem = (id: string) => /^Q\d+$/.test(id);

/** The people who share a name with someone without an item: few of all people. */
function peopleByName(people: ReadonlyMap<string, Person>, wanted: readonly [string, Person][]) {
  const byName = new Map<string, Known[]>();
  for (const [, person] of wanted) for (const name of namesOf(person)) byName.set(name, []);
  for (const [id, person] of people) for (const name of namesOf(person)) byName.get(name)?.push({ id, person });
  return byName;
}

function namesakesOf(person: Person, byName: ReadonlyMap<string, Known[]>): Known[] {
  const found = [...namesOf(person)].flatMap((name) => byName.get(name) ?? []);
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

/** The same person among the namesakes; undefined if it is uncertain. */
function sameAs(one: Known, namesakes: readonly Known[]): Known | undefined {
  const agreeing = namesakes.filter(({ person }) => shareBirthday(one.person, person));
  if (agreeing.length > 0) return theOnly(agreeing);
  const ofCountry = namesakes.filter(({ person }) => shareCountry(one.person, person));
  const only = theOnly(ofCountry);
  const isSame =
    only &&
    isUnstated(one.person, only.person) &&
    !shareRoster(one.person, only.person) &&
    shareOffice(one.person, only.person);
  return isSame ? only : undefined;
}

/** Prefers a person with an item; undefined if there are several of a kind. */
function theOnly(known: readonly Known[]): Known | undefined {
  const items = known.filter(({ id }) => isItem(id));
  const choice = items.length > 0 ? items : known;
  return choice.length === 1 ? choice[0] : undefined;
}

/** Registers write the first of January if only the year is known. */
const isFullDay = ({ from, to, isCirca }: BirthSpan) => from === to && !isCirca && !from.endsWith('-01-01');

const shareBirthday = (one: Person, other: Person) =>
  one.births.some(
    (birth) => isFullDay(birth) && other.births.some(({ from, to }) => from === to && from === birth.from),
  );

const isUnstated = (one: Person, other: Person) => one.births.length === 0 || other.births.length === 0;

const countriesOf = ({ countries, positions }: Person) =>
  new Set([...countries, ...[...positions.values()].flatMap(({ country }) => country ?? [])]);

const shareCountry = (one: Person, other: Person) => !countriesOf(one).isDisjointFrom(countriesOf(other));

const rostersOf = ({ positions }: Person) => new Set([...positions.values()].map(({ roster }) => roster));

/** Two people with one name in one roster are different people. */
const shareRoster = (one: Person, other: Person) => !rostersOf(one).isDisjointFrom(rostersOf(other));

const shareOffice = (one: Person, other: Person) => {
  const offices = new Set([...one.positions.values()].flatMap(officeOf));
  return [...other.positions.values()].flatMap(officeOf).some((office) => offices.has(office));
};

/** Offices that one person at a time holds in a country; of the others the title has to be the same. */
const SINGLE = new Set<Position['category']>(['head_of_state', 'head_of_government']);

function officeOf({ category, title, country }: Position): string[] {
  if (!country) return [];
  return [SINGLE.has(category) ? `${country} ${category}` : `${country} ${titleWords(title)}`];
}

const SHORT: Readonly<Record<string, string>> = {
  min: 'minister',
  dep: 'deputy',
  sec: 'secretary',
  gov: 'governor',
  govt: 'government',
  gen: 'general',
  defense: 'defence',
};
const FILLER = new Set(['of', 'the', 'for', 'and', 'to']);

/** `Min. of Defense` and `Minister for Defence` are one title. */
const titleWords = (title: string) =>
  plain(title)
    .split(' ')
    .filter((word) => !FILLER.has(word))
    .map((word) => SHORT[word] ?? word)
    .toSorted()
    .join(' ');

/** Strong names of two words or more, normalised for comparison. */
const namesOf = ({ names }: Person) =>
  new Set(
    names
      .filter(({ isWeak }) => !isWeak)
      .map(({ text }) => plain(text))
      .filter((name) => name.includes(' ')),
  );

const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıøłđðßæœ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function absorb(into: Person, from: Person): void {
  into.names.push(...from.names);
  into.births.push(...from.births);
  for (const country of from.countries) into.countries.add(country);
  for (const [key, position] of from.positions) into.positions.set(key, position);
  into.diedOn ??= from.diedOn;
}
