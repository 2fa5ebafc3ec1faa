import { comparableIdentifiers } from '@assay/names';
import type { BirthSpan, ListedEntry, ListedReference } from '../listed-entry.ts';

/** Numbers that identify one party on every list. An OFSI group is not one: new designations have none. */
const KEY_SCHEMES: readonly ListedReference['scheme'][] = ['un', 'imo', 'lei', 'wikidata', 'ofac', 'eu'];

/** Shorter numbers agree by chance. */
const SHORTEST_NUMBER = 5;

/** What two entries must share to be the same party beyond doubt, the best evidence first. */
export const certainKeys = (entry: ListedEntry): string[] => [
  ...KEY_SCHEMES.flatMap((scheme) =>
    (entry.references ?? []).filter((one) => one.scheme === scheme).map(({ value }) => `${scheme} ${value}`),
  ),
  ...comparableIdentifiers(entry)
    .filter(({ group, value, country }) => group === 'wallet' || (country !== null && value.length >= SHORTEST_NUMBER))
    .map(({ group, value, country }) => `${group} ${group === 'wallet' ? '' : country} ${value}`),
];

const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

/** The words of a name in any order: lists disagree about where the family name stands. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıøłđðßæœ]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted();

const isOneDay = ({ from, to, isCirca }: BirthSpan) => from === to && !isCirca;

/** What two persons share who are probably the same: a full name and the day of birth. */
export function likelyKeys({ kind, names, births }: ListedEntry): string[] {
  if (kind !== 'person') return [];
  const days = births.filter(isOneDay).map(({ from }) => from);
  const full = names
    .filter(({ isWeak }) => !isWeak)
    .map(({ text }) => wordsOf(text))
    .filter(({ length }) => length > 1)
    .map((words) => words.join(' '));
  return [...new Set(full)].flatMap((name) => days.map((day) => `${name}\n${day}`));
}

/** One is a person and the other is not, or both state a birth and no dates of theirs can be the same. */
export const areDifferent = (one: ListedEntry, other: ListedEntry): boolean =>
  one.kind !== other.kind ||
  (one.births.length > 0 &&
    other.births.length > 0 &&
    !one.births.some((a) => other.births.some((b) => a.from <= b.to && b.from <= a.to)));
