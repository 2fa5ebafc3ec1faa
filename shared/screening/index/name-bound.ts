import { NAME_POINTS, someTokensPoints } from '../matching/name-factors.ts';
import { fewestWords, initialsOf, isPerson, PERSON } from './entry-summary.ts';
import { BY_PAIR, type QueryReading } from './mark-words.ts';
import type { SharedWords } from './shared-words.ts';

/** Of what is not counted. */
export const MANY = 99;

/**
 * Which bound is asked for. `pool` decides which entries are scored and whether a run is `candidates_capped`, so that a
 * change of it changes what runs report. `scoring` only saves work: it also asks whether initials can fill a name.
 */
type Purpose = 'pool' | 'scoring';

interface EntryFacts {
  fewestWords: number;
  initials: number;
  /** How many listed words may agree with one of the subject. */
  matchable: number;
  maySupport: boolean;
}

/**
 * The best that can be made of the words a reading shares: one word one letter off counts at its price, and
 * initials of either name are passed over beside two words that agree, or stand for words beside one.
 */
function readingBound(
  { words: reading }: QueryReading,
  shared: SharedWords,
  { entry, purpose }: { entry: EntryFacts; purpose: Purpose },
): number {
  const words = reading.length;
  let same = 0;
  /** Those of them that are no initials. */
  let sameWords = 0;
  let oneOff = 0;
  let initials = 0;
  let ownLetters = 0;
  let isByWord = reading.every(({ isInitial }) => !isInitial);
  for (const { bit, isLetter, isInitial } of reading) {
    if (isLetter) ownLetters += 1;
    if ((shared.same & bit) !== 0) {
      same += 1;
      if (!isInitial) sameWords += 1;
      isByWord ||= !isInitial;
    } else if ((shared.oneOff & bit) !== 0) oneOff = 1;
    else if (isInitial) initials += 1;
  }
  if (!isByWord && oneOff === 0) return 0;
  // The subject's own letters may stand for any listed word.
  const most = entry.matchable + ownLetters;
  const standIns = initials + entry.initials;
  const isClose = purpose === 'scoring';
  // An initial counts only beside words that agree, which another initial is not.
  const besides = isClose ? sameWords : same;
  const withoutInitials = standIns > 0 && besides > 1 ? passedOver(entry) : undefined;
  // Initials stand for names only where one of the two names is filled up by them.
  const fewestToFill = isClose ? Math.min(words, entry.fewestWords) : 0;
  let best = 0;
  for (let off = 0; off <= oneOff; off += 1) {
    const matched = Math.min(most, same + off);
    let points = extentBound(words, matched, entry);
    if (standIns > 0 && besides > 0 && same + off + standIns >= fewestToFill)
      points = Math.max(points, NAME_POINTS.byInitials);
    if (withoutInitials)
      points = Math.max(points, extentBound(words - initials, matched, withoutInitials));
    best = Math.max(best, points + off * NAME_POINTS.oneOff);
  }
  return best;
}

const passedOver = (entry: EntryFacts): EntryFacts => ({
  ...entry,
  fewestWords: Math.max(1, entry.fewestWords - entry.initials),
});

/**
 * The same where words may be put together: any two neighbours of the subject, and two listed ones that both
 * may agree. So few words may be left of either name, of which so many agree.
 */
function togetherBound(
  { words: reading }: QueryReading,
  { matchable, fewestWords, initials }: EntryFacts,
): number {
  const ownWords = Math.ceil(reading.length / 2);
  const listedWords = fewestWords - Math.floor(matchable / 2);
  const letters = reading.filter(({ isLetter }) => isLetter).length;
  const matched = matchable + letters;
  if (matched >= ownWords) return NAME_POINTS.same;
  if (matched >= listedWords - initials) return NAME_POINTS.contained;
  const points = someTokensPoints(matched, ownWords, listedWords);
  return letters + initials > 0 ? Math.max(points, NAME_POINTS.byInitials) : points;
}

function extentBound(subjectWords: number, matched: number, entry: EntryFacts): number {
  if (matched === 0) return 0;
  if (matched >= subjectWords)
    return matched >= entry.fewestWords ? NAME_POINTS.same : NAME_POINTS.contained;
  if (matched < entry.fewestWords)
    return someTokensPoints(matched, subjectWords, entry.fewestWords);
  const isLoneWord = matched === 1 && !entry.maySupport;
  return NAME_POINTS.contained + (isLoneWord ? NAME_POINTS.loneWord : 0);
}

const FLAG_VALUES = 256;

/** The flags, and whether something may stand beside the name, as one small number. */
export const nameFacts = (flags: number, maySupport: boolean) =>
  flags + (maySupport ? FLAG_VALUES : 0);

const ANY_FACTS = ~0;
const WITHOUT_KIND = ~PERSON;

/** More than so many are not told apart. */
const MOST_MATCHABLE = 7;

/** Bounds by flags, of which few occur, for one set of shared words. */
class BoundTable {
  readonly same: number;
  readonly oneOff: number;
  readonly most: number;
  readonly bounds: (number | undefined)[] = [];

  constructor(same: number, oneOff: number, most: number) {
    this.same = same;
    this.oneOff = oneOff;
    this.most = most;
  }

  isOf(same: number, oneOff: number, most: number): boolean {
    return this.same === same && this.oneOff === oneOff && this.most === most;
  }
}

/** So many tables are kept, each in its place; what another takes the place of is worked out again. */
const TABLES = 64;
const SPREAD = 0x9e3779b1;
const placeOf = (same: number, oneOff: number, most: number) =>
  Math.imul(same ^ Math.imul(oneOff ^ Math.imul(most, SPREAD), SPREAD), SPREAD) >>> 26;

/**
 * The most a name can count by the words it shares and its flags, which are those of an entry or of one
 * reading. Most entries share the same few words, so that few bounds are ever worked out, and the table of the
 * last entry is most often that of the next.
 */
export class NameBounds {
  private readonly readings: readonly QueryReading[];
  private readonly purpose: Purpose;
  /** What is told apart of the flags: the kind only where a reading is of one. */
  private readonly factsMask: number;
  private readonly tables = new Array<BoundTable | undefined>(TABLES);
  private last = new BoundTable(0, 0, 0);

  constructor(readings: readonly QueryReading[], purpose: Purpose) {
    this.readings = readings;
    this.purpose = purpose;
    this.factsMask = readings.some(({ kind }) => kind !== undefined) ? ANY_FACTS : WITHOUT_KIND;
  }

  /** By the words of the subject that the listed name shares, and the number of its own that may agree. */
  of(facts: number, same: number, oneOff: number, matchable: number): number {
    const most = matchable < MOST_MATCHABLE ? matchable : MOST_MATCHABLE;
    // Of whole entries and long names it is not known how many words they have once put together.
    if ((same & BY_PAIR) !== 0 && most === MOST_MATCHABLE) return NAME_POINTS.same;
    if (!this.last.isOf(same, oneOff, most)) this.last = this.tableOf(same, oneOff, most);
    const { bounds } = this.last;
    const toldApart = facts & this.factsMask;
    const known = bounds[toldApart];
    if (known !== undefined) return known;
    const bound = this.work(toldApart, most, { same, oneOff });
    bounds[toldApart] = bound;
    return bound;
  }

  private tableOf(same: number, oneOff: number, most: number): BoundTable {
    const place = placeOf(same, oneOff, most);
    const known = this.tables[place];
    if (known?.isOf(same, oneOff, most)) return known;
    const table = new BoundTable(same, oneOff, most);
    this.tables[place] = table;
    return table;
  }

  private work(facts: number, matchable: number, shared: SharedWords): number {
    const flags = facts % FLAG_VALUES;
    const entry = {
      fewestWords: fewestWords(flags),
      // Three stands for any number.
      initials: initialsOf(flags) === 3 ? MANY : initialsOf(flags),
      matchable: matchable === MOST_MATCHABLE ? MANY : matchable,
      maySupport: facts >= FLAG_VALUES,
    };
    let most = 0;
    const isTogether = (shared.same & BY_PAIR) !== 0;
    const kind = isPerson(flags) ? 'person' : 'entity';
    for (const reading of this.readings) {
      if (reading.kind !== undefined && reading.kind !== kind) continue;
      const bound = isTogether
        ? togetherBound(reading, entry)
        : readingBound(reading, shared, { entry, purpose: this.purpose });
      most = Math.max(most, bound);
    }
    return most;
  }
}
