import {
  comparableIdentifiers,
  comparableNames,
  deletionsOf,
  identifierTerm,
  latinConsonants,
  listedHalves,
  loadNameTables,
  mayBeOneOff,
  mayBeRead,
  mayGainLetter,
  type NameTables,
  needsNameTables,
  pairsOf,
  wholeNames,
} from '@assay/names';
import type { ListedEntry } from '../listed-entry.ts';
import { officeCountries } from '../matching/office-countries.ts';
import { hashOf } from '../search/buckets.ts';
import { BY_PAIR } from '../search/mark-words.ts';
import { namesOf, prepareQuery, type SubjectRequest } from '../search/prepare-query.ts';
import { consonantHash } from '../search/spelling-key.ts';
import { besideOf, type EntryBeside, entryBeside, type OwnWord, ownWordOf } from './one-word.ts';

/**
 * The search of an index, the other way round: which stored subjects may find a new or changed entry. Subject and entry
 * each have a set of terms, and a search can find the entry only if they share one: `markEntries` of the search looks up
 * the same words. Words one letter off share a string of their deletion neighbourhoods (as in SymSpell), which both sides
 * have as terms. Nothing is confirmed here, so the candidates are a superset of what the search finds.
 */
export interface SubjectTerms {
  /** Term -> the words of the subject that it stands for, as bits. */
  terms: ReadonlyMap<string, number>;
  oneWord: OwnWord;
  /** What the subject states beside names, as `besideOf` writes it. */
  beside: readonly string[];
}

export interface EntryTerms {
  terms: readonly string[];
  beside: EntryBeside;
}

/** Kinds of terms never collide. Hashes, since the search compares these by hash too. */
const nearTerm = (hash: number) => `n${hash}`;
const readTerm = (hash: number) => `r${hash}`;
const wholeTerm = (hash: number) => `w${hash}`;
const apartTerm = (hash: number) => `a${hash}`;

export async function subjectTerms(tables: NameTables, subject: SubjectRequest): Promise<SubjectTerms> {
  const names = namesOf(subject);
  if (names.some((name) => needsNameTables(tables, name))) await loadNameTables(tables, names);
  const query = prepareQuery(tables, subject);
  const terms = new Map<string, number>();
  const add = (term: string, bit: number) => terms.set(term, (terms.get(term) ?? 0) | bit);

  query.same.probes.hashes.forEach((hash, at) => {
    const { bit = 0 } = query.same.spellings[query.same.probes.owners[at] ?? 0] ?? {};
    add(wholeTerm(hash), bit);
  });
  for (const probes of [query.near.shorter, query.near.whole])
    probes.hashes.forEach((hash, at) => {
      add(nearTerm(hash), query.near.spellings[probes.owners[at] ?? 0]?.bit ?? 0);
    });
  for (const { keys, arabic, bit, isInitial } of query.words) {
    if (isInitial) continue;
    for (const { hashes } of arabic) for (const hash of hashes) add(readTerm(hash), bit);
    for (const { hash, mayBeApart } of keys) if (mayBeApart) add(apartTerm(hash), BY_PAIR);
  }
  for (const { hashes } of query.arabicPairs) for (const hash of hashes) add(readTerm(hash), BY_PAIR);

  return { terms, oneWord: ownWordOf(query), beside: besideOf(query.subject) };
}

export async function entryTerms(tables: NameTables, entry: ListedEntry): Promise<EntryTerms> {
  const texts = entry.names.map(({ text }) => text);
  await loadNameTables(tables, texts);
  const offices = officeCountries(entry);
  const countries = entry.countries.length > 0 ? entry.countries : offices;
  const readings = comparableNames(tables, { ...entry, countries }).flatMap((name) => name.readings);
  const terms = new Set<string>();
  for (const word of new Set(readings.flat(2))) {
    terms.add(wholeTerm(hashOf(word)));
    if (mayBeOneOff(word)) for (const deletion of deletionsOf(word)) terms.add(nearTerm(hashOf(deletion)));
    if (mayGainLetter(word)) terms.add(nearTerm(hashOf(word)));
    if (mayBeRead(word)) terms.add(readTerm(consonantHash(latinConsonants(word))));
  }
  for (const identifier of comparableIdentifiers(entry)) terms.add(wholeTerm(hashOf(identifierTerm(identifier))));
  for (const letters of readings.flatMap(wholeNames)) terms.add(apartTerm(hashOf(letters)));
  for (const pair of readings.flatMap(pairsOf))
    for (const [start, end] of listedHalves(pair)) terms.add(apartTerm(hashOf(start + end)));
  return { terms: [...terms], beside: entryBeside({ ...entry, countries }, readings) };
}
