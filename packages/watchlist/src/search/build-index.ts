import {
  type ComparableName,
  comparableIdentifiers,
  comparableNames,
  identifierTerm,
  listedHalves,
  loadNameTables,
  type NameTables,
  pairsOf,
  TERM_BUILDER_VERSION,
  wholeNames,
} from '@assay/names';
import type { ListedEntry } from '../listed-entry.ts';
import { officeCountries } from '../matching/office-countries.ts';
import type { ComparableEntry } from '../matching/screened-subject.ts';
import { buildBuckets, CHECK_BITS, hashOf } from './buckets.ts';
import { ByteWriter, NumberList } from './bytes.ts';
import { writeDetails } from './detail-record.ts';
import { LENGTH_BITS, lengthClass } from './entry-marks.ts';
import { summarise } from './entry-summary.ts';
import { type Part, packFile } from './index-file.ts';
import type { IndexMeta } from './index-meta.ts';
import { writeScoring } from './scoring-record.ts';
import { consonantParts, deletionParts, postingParts, wordParts } from './word-parts.ts';

/**
 * The table is read completely at first use; details are read by range, for the entries that a run
 * shows.
 */
export interface BuiltIndex {
  table: Buffer;
  details: Buffer;
}

/**
 * Numbers strings in the order of first occurrence, so that frequent ones get small numbers and
 * short varints.
 */
class Numbering {
  private readonly numbers = new Map<string, number>();

  of = (text: string): number => {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.numbers.size);
    return this.numbers.size - 1;
  };

  all(): string[] {
    return [...this.numbers.keys()];
  }
}

/**
 * Drops readings that repeat those of another name; a strong name keeps its reading before a weak
 * one.
 */
function withoutRepeats(names: readonly ComparableName[]): ComparableName[] {
  const seen = new Set<string>();
  const isNew = (reading: ComparableName['readings'][number]) => {
    const key = reading
      .map((word) => word.join('/'))
      .toSorted()
      .join(' ');
    return !seen.has(key) && seen.add(key);
  };
  const kept = new Map<ComparableName, ComparableName>();
  for (const isWeak of [false, true])
    for (const name of names)
      if (name.isWeak === isWeak) kept.set(name, { isWeak, readings: name.readings.filter(isNew) });
  return names.flatMap((name) => kept.get(name) ?? []);
}

/** For every word of the names, the length of the shortest reading that contains it. */
function shortestReadings(names: readonly ComparableName[]): ReadonlyMap<string, number> {
  const shortest = new Map<string, number>();
  for (const { readings } of names)
    for (const reading of readings)
      for (const word of reading.flat())
        shortest.set(word, Math.min(reading.length, shortest.get(word) ?? reading.length));
  return shortest;
}

/**
 * Builds the index of one list version, entry by entry. The caller loads the name tables that the names
 * need (`loadNameTables`) before it adds them.
 */
export class IndexBuilder {
  private readonly words = new Numbering();
  private readonly texts = new Numbering();
  private readonly countrySets = new Numbering();
  private readonly postingWords = new NumberList();
  private readonly postingEntries = new NumberList();
  private readonly flags = new NumberList();
  private readonly years = new NumberList();
  private readonly birthDays = new NumberList();
  private readonly countries = new NumberList();
  private readonly idHashes = new NumberList();
  private readonly pairHashes = new NumberList();
  private readonly pairEntries = new NumberList();
  private readonly scoring = new ByteWriter();
  private readonly scoringStarts = new NumberList();
  private readonly details = new ByteWriter();
  private readonly detailStarts = new NumberList();
  private entryCount = 0;
  private readonly tables: NameTables;

  constructor(tables: NameTables) {
    this.tables = tables;
  }

  /** Loads the name tables that the names need, then adds the entry. */
  async addWithTables(entry: ListedEntry): Promise<void> {
    await loadNameTables(
      this.tables,
      entry.names.map(({ text }) => text),
    );
    this.add(entry);
  }

  add(entry: ListedEntry): void {
    const offices = officeCountries(entry);
    const known = entry.countries.length > 0 ? entry.countries : offices;
    const comparable: ComparableEntry = {
      kind: entry.kind,
      names: withoutRepeats(comparableNames(this.tables, { ...entry, countries: known })),
      births: entry.births,
      countries: entry.countries,
      offices,
      identifiers: comparableIdentifiers(entry),
    };
    this.addPostings(comparable);
    this.addPairs(comparable);
    this.addSummary(comparable);
    this.scoringStarts.push(this.scoring.length);
    writeScoring(this.scoring, comparable, this.words.of);
    this.detailStarts.push(this.details.length);
    this.details.text(writeDetails(entry, this.texts.of));
    this.idHashes.push(hashOf(entry.id));
    this.entryCount += 1;
  }

  private addPostings({ names, identifiers }: ComparableEntry): void {
    for (const [term, length] of shortestReadings(names)) this.addPosting(term, length);
    for (const term of new Set(identifiers.map(identifierTerm))) this.addPosting(term, 1);
  }

  private addPosting(term: string, length: number): void {
    this.postingWords.push(this.words.of(term));
    this.postingEntries.push((this.entryCount << LENGTH_BITS) | lengthClass(length));
  }

  /**
   * Adds neighbouring words joined into one word, and whole names without spaces, by hash only: a
   * lookup reads the entry to verify them.
   */
  private addPairs({ names }: ComparableEntry): void {
    const readings = names.flatMap((name) => name.readings);
    const joined = new Set(readings.flatMap(wholeNames));
    for (const pair of readings.flatMap(pairsOf))
      for (const [start, end] of listedHalves(pair)) joined.add(start + end);
    for (const letters of joined) {
      this.pairHashes.push(hashOf(letters));
      this.pairEntries.push(this.entryCount);
    }
  }

  private addSummary(entry: ComparableEntry): void {
    const { flags, yearFrom, yearTo, birthDays } = summarise(entry);
    this.flags.push(flags);
    this.years.push(yearFrom);
    this.years.push(yearTo);
    this.birthDays.push(birthDays);
    const known = entry.countries.length > 0 ? entry.countries : (entry.offices ?? []);
    this.countries.push(this.countrySets.of(known.toSorted().join(' ')));
  }

  finish(): BuiltIndex {
    this.scoringStarts.push(this.scoring.length);
    this.detailStarts.push(this.details.length);
    const words = this.words.all();
    const meta: IndexMeta = {
      entryCount: this.entryCount,
      termBuilderVersion: TERM_BUILDER_VERSION,
      checkBits: CHECK_BITS,
      lengthBits: LENGTH_BITS,
      texts: this.texts.all(),
      countrySets: this.countrySets.all().map((set) => (set === '' ? [] : set.split(' '))),
    };
    const parts = {
      ...wordParts(words),
      ...deletionParts(words),
      ...consonantParts(words),
      ...postingParts(this.postingWords.finish(), this.postingEntries.finish(), words.length),
      ...this.entryParts(),
    };
    return { table: packFile(meta, parts), details: this.details.finish() };
  }

  private entryParts(): Record<string, Part> {
    const ordinals = Uint32Array.from({ length: this.entryCount }, (_, at) => at);
    const ids = buildBuckets(this.idHashes.finish(), ordinals);
    const pairs = buildBuckets(this.pairHashes.finish(), this.pairEntries.finish());
    return {
      flags: Uint8Array.from(this.flags.finish()),
      years: Uint16Array.from(this.years.finish()),
      birthDays: Uint16Array.from(this.birthDays.finish()),
      countries: Uint16Array.from(this.countries.finish()),
      idStarts: ids.starts,
      idEntries: ids.ids,
      pairStarts: pairs.starts,
      pairEntries: pairs.ids,
      scoringStarts: this.scoringStarts.finish(),
      scoring: this.scoring.finish(),
      detailStarts: this.detailStarts.finish(),
    };
  }
}
