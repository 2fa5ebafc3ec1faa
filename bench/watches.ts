import { randomUUID } from 'node:crypto';
import { dice } from '#packages/watchlist/src/assurance/dice.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { IndexBuilder } from '#packages/watchlist/src/search/build-index.ts';
import { openIndex } from '#packages/watchlist/src/search/list-index.ts';
import { rangeOfBuffer } from '#packages/watchlist/src/search/read-range.ts';
import { screen } from '#packages/watchlist/src/search/screen.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { maySuffice, type OwnWord } from '#packages/watchlist/src/watching/one-word.ts';
import { type EntryTerms, entryTerms, subjectTerms } from '#packages/watchlist/src/watching/terms.ts';
import { entryDigest } from '#shared/screening/entry-digest.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { isStatedIn, newKeyPair, type OpenKeys, openKeys, sealSubject } from '#shared/screening/watches/watch-keys.ts';
import { anEntry } from '#test/support/screening-examples.ts';
import { report, withEngines } from './support/engines.ts';
import { hasRealLists, readTwoPublications } from './support/screening-lists.ts';
import { sized } from './support/size.ts';

/**
 * Watches against what changed between two publications of a list, beside screening all of them again. Terms are looked up in
 * memory: the units are those that the same lookups take of DynamoDB. One process, one core.
 *
 *     node bench/watches.ts
 */
const WATCHES = sized(100_000, 500);
const ANEW = sized(4_000, 100);
const ONE_IN = 1_000;
const MILLION = 1_000_000;

/** Dollars in us-east-1, as in docs/costs.md. */
const WRITE_UNIT = 0.625e-6;
const READ_UNIT = 0.125e-6;
const GB_SECOND = 1.66667e-5;
const MEMORY_GB = 1.769;
const READ_UNIT_BYTES = 4_096;
/** Of a row that names a watch by a term, and of a watch. */
const POSTING_BYTES = 160;
const WATCH_UNITS = 1;

const POLICY = { reviewScore: 70, matchScore: 90 };
const TODAY = '2026-03-14';
const SCOPE = { organizationId: randomUUID(), mode: 'live' as const };

const FIRST =
  'Anna Bruno Clara David Elif Farid Greta Hugo Ines Jonas Kadir Lena Maria Mohammed Ali Ivan John Jose Wei Fatima'.split(
    ' ',
  );
const SYLLABLES = 'ber dor fel gan hul jor kas lin mar nov pel rus sen tal vik han ov man son ez'.split(' ');

interface Watch {
  subject: { name: string };
  sealed: Buffer;
  oneWord: OwnWord;
  beside: string;
}

await withEngines(async () => {
  const { before, after } = hasRealLists ? await readTwoPublications() : invented();
  const changed = changedIn(before, after);
  const list = await listOf(after);
  const pair = await newKeyPair(SCOPE);
  const keys = await openKeys(SCOPE, pair);
  const { watches, postings, termCount } = await watchesOf(after, { keys, publicKey: pair.publicKey });

  // Of the change alone, however many watches there are.
  const listed = await timed(() => Promise.all(changed.map((entry) => entryTerms(nameTables, entry))));
  const delta = await timed(() => candidatesOf(listed.result, { keys, watches, postings }));
  const { candidates, lookups, read } = delta.result;
  const screened = await timed(async () => {
    let hits = 0;
    for (const at of candidates) hits += (await screenOne(list, openedOf(keys, watches[at], at))).length > 0 ? 1 : 0;
    return hits;
  });
  const anew = await timed(async () => {
    for (let at = 0; at < ANEW; at += 1) await screenOne(list, openedOf(keys, watches[at], at));
  });

  const anewSeconds = (anew.seconds * WATCHES) / ANEW;
  const seconds = listed.seconds + delta.seconds + screened.seconds;
  const readUnits = lookups + (read * POSTING_BYTES) / READ_UNIT_BYTES + candidates.length * WATCH_UNITS;
  const dollars = readUnits * READ_UNIT + seconds * MEMORY_GB * GB_SECOND;
  const anewDollars = WATCHES * WATCH_UNITS * READ_UNIT + anewSeconds * MEMORY_GB * GB_SECOND;
  const times = MILLION / WATCHES;
  const millionSeconds = listed.seconds + (delta.seconds + screened.seconds) * times;
  const millionUnits =
    lookups + (read * POSTING_BYTES * times) / READ_UNIT_BYTES + candidates.length * times * WATCH_UNITS;
  const millionDollars = millionUnits * READ_UNIT + millionSeconds * MEMORY_GB * GB_SECOND;
  const figures: [name: string, value: number, unit: string, ratio?: number][] = [
    ['changed entries', changed.length, 'entries'],
    ['terms of a watch', termCount / WATCHES, 'rows'],
    ['storing a million watches, their terms', (termCount / WATCHES) * 1e6 * WRITE_UNIT, '$'],
    ['terms looked up', lookups, 'lookups'],
    ['watches named by them', read, 'rows'],
    ['watches decrypted and screened', candidates.length, 'watches', WATCHES / Math.max(1, candidates.length)],
    ['of them with a result', screened.result, 'watches'],
    ['processor time of the change', seconds, 's', anewSeconds / seconds],
    ['processor time of screening all anew', anewSeconds, 's'],
    ['the change', dollars, '$', anewDollars / dollars],
    ['screening all anew', anewDollars, '$'],
    ['a million watches: processor time', millionSeconds, 's', (anewSeconds * times) / millionSeconds],
    ['a million watches: the change', millionDollars, '$', (anewDollars * times) / millionDollars],
  ];
  for (const [name, value, unit, ratio] of figures)
    report({ name, value, unit, ...(ratio !== undefined && { against: 'screening all anew', ratio }) });
});

function invented(): { before: ListedEntry[]; after: ListedEntry[] } {
  const named = (name: string) => anEntry({ id: name, names: [{ text: name, isWeak: false }], births: [] });
  const before = ['Ambrose Quillfeather', 'Bartholomew Paperclip'].map(named);
  return { before, after: [...before, named('Cornelia Inkpot')] };
}

function changedIn(before: readonly ListedEntry[], after: readonly ListedEntry[]): ListedEntry[] {
  const known = new Map(before.map((entry) => [entry.id, entryDigest(entry)]));
  return after.filter((entry) => known.get(entry.id) !== entryDigest(entry));
}

async function listOf(entries: readonly ListedEntry[]): Promise<ScreenedList> {
  const builder = new IndexBuilder(nameTables);
  for (const entry of entries) await builder.addWithTables(entry);
  const { table, details } = builder.finish();
  const index = openIndex(table, rangeOfBuffer(details));
  const condition = { missing: false, stale: false, attention: false, droppedEntries: 0, reindexPending: false };
  return { key: 'ofac_sdn', listKind: 'sanctions', index, ...condition };
}

/** Customers with common first names, one in a thousand of whom is listed. */
async function watchesOf(
  listed: readonly ListedEntry[],
  { keys, publicKey }: { keys: OpenKeys; publicKey: Uint8Array },
) {
  const below = dice(7);
  const pick = <T>(words: readonly T[]) => words[below(words.length)];
  const watches: Watch[] = [];
  const postings = new Map<string, { at: number; bits: number }[]>();
  let termCount = 0;
  for (let at = 0; at < WATCHES; at += 1) {
    const last = `${pick(SYLLABLES)}${pick(SYLLABLES)}${pick(SYLLABLES)}`;
    const name = at % ONE_IN === 0 ? (pick(listed)?.names[0]?.text ?? last) : `${pick(FIRST)} ${last}`;
    const subject = { name };
    const { terms, oneWord, beside } = await subjectTerms(nameTables, subject);
    for (const [term, bits] of terms) {
      const known = postings.get(term);
      if (known) known.push({ at, bits });
      else postings.set(term, [{ at, bits }]);
    }
    termCount += terms.size;
    watches.push({
      subject,
      sealed: sealSubject(SCOPE, String(at), publicKey, subject),
      oneWord,
      beside: beside.map((stated) => keys.besideDigest(String(at), stated)).join(''),
    });
  }
  return { watches, postings, termCount };
}

function openedOf(keys: OpenKeys, watch: Watch | undefined, at: number) {
  return keys.openSubject(String(at), watch?.sealed ?? Buffer.alloc(0)) as Watch['subject'];
}

function candidatesOf(
  changed: readonly EntryTerms[],
  {
    keys,
    watches,
    postings,
  }: {
    keys: OpenKeys;
    watches: readonly Watch[];
    postings: ReadonlyMap<string, { at: number; bits: number }[]>;
  },
) {
  const found = new Set<number>();
  const asked = new Set<string>();
  let read = 0;
  for (const listed of changed) {
    const met = new Map<number, number>();
    for (const term of listed.terms) {
      const named = postings.get(term) ?? [];
      if (!asked.has(term)) read += named.length;
      asked.add(term);
      for (const { at, bits } of named) met.set(at, (met.get(at) ?? 0) | bits);
    }
    for (const [at, bits] of met) {
      const watch = watches[at];
      if (!watch) continue;
      const states = (text: string) => isStatedIn(watch.beside, keys.besideDigest(String(at), text));
      const known = { oneWord: watch.oneWord, reviewScore: POLICY.reviewScore, states };
      if (maySuffice(bits, known, listed.beside)) found.add(at);
    }
  }
  return { candidates: [...found], lookups: asked.size, read };
}

async function screenOne(list: ScreenedList, subject: { name: string }) {
  const request = { subject, policy: POLICY, lookbackMonths: 12 };
  return (await screen([list], request, { today: TODAY, tables: nameTables })).matches;
}

/** Processor time: the machine may have other work. */
async function timed<T>(work: () => Promise<T> | T): Promise<{ result: T; seconds: number }> {
  const { user, system } = process.cpuUsage();
  const result = await work();
  const spent = process.cpuUsage({ user, system });
  return { result, seconds: (spent.user + spent.system) / 1e6 };
}
