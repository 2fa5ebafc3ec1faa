import { FIRM_FROM, NAME_POINTS, someTokensPoints } from '../matching/name-factors.ts';
import { SHORT_OFF_WORDS } from '../matching/word-relations.ts';
import { fewestWords, initialsOf, isPerson } from './entry-summary.ts';
import { BY_PAIR, type QueryReading } from './mark-words.ts';
import type { SharedWords } from './shared-words.ts';

/** Stands for an unknown number of words or initials. */
export const MANY = 99;

/**
 * `pool` bounds decide which entries are scored and whether a run is `candidates_capped`, so a
 * change of them changes what runs report. `scoring` bounds are tighter, since they also check
 * whether initials can complete a name, and only save work.
 */
type Purpose = 'pool' | 'scoring';

/**
 * Upper bound of the points of a name, and of a name that is firm (`isFirm` of `judgeName`); 0 if
 * none can be. Packed into one number, since there may be tens of thousands per search.
 */
type NameBound = number;
const FIRM_SHIFT = 8;
const packBound = (points: number, firmPoints: number): NameBound => points | (firmPoints << FIRM_SHIFT);
export const pointsIn = (bound: NameBound) => bound & ((1 << FIRM_SHIFT) - 1);
export const firmPointsIn = (bound: NameBound) => bound >> FIRM_SHIFT;

interface EntryFacts {
  fewestWords: number;
  initials: number;
  /** How many listed words may agree with words of the subject. */
  matchable: number;
  maySupport: boolean;
  isPerson: boolean;
}

/**
 * Upper bound of the name points (`judgeName`) that one reading of the subject can reach with these
 * shared words. At most one word one letter off counts, with its deduction. Initials of either name
 * are ignored beside two words that agree, or abbreviate words beside one. Must never be lower than
 * the real points: when a rule of `name-factors.ts` changes, change this too.
 */
function readingBound(
  { words: reading, hasForm }: QueryReading,
  shared: SharedWords,
  { entry, purpose }: { entry: EntryFacts; purpose: Purpose },
): NameBound {
  const words = reading.length;
  let same = 0;
  /** Of these, the words that are not initials. */
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
  // Single letters of the subject may abbreviate any listed word.
  const most = entry.matchable + ownLetters;
  const standIns = initials + entry.initials;
  const isForScoring = purpose === 'scoring';
  // An initial counts only beside a full word that agrees.
  const besides = isForScoring ? sameWords : same;
  const withoutInitials = standIns > 0 && besides > 1 ? passedOver(entry) : undefined;
  // Initials abbreviate names only if all words of one of the two names are accounted for.
  const fewestToFill = isForScoring ? Math.min(words, entry.fewestWords) : 0;
  let best = 0;
  for (let off = 0; off <= oneOff; off += 1) {
    const matched = Math.min(most, same + off);
    let points = extentBound(words, matched, entry);
    if (standIns > 0 && besides > 0 && same + off + standIns >= fewestToFill)
      points = Math.max(points, NAME_POINTS.byInitials);
    if (withoutInitials) points = Math.max(points, extentBound(words - initials, matched, withoutInitials));
    const price = points < NAME_POINTS.same && besides > 0 ? NAME_POINTS.oneOffOfLonger : NAME_POINTS.oneOff;
    best = Math.max(best, points + off * price);
  }
  if (mayBeShortOff(words, same, entry)) best = Math.max(best, NAME_POINTS.same + NAME_POINTS.oneOff);
  const isFirm =
    Math.min(entry.matchable, sameWords) >= FIRM_FROM || (best === NAME_POINTS.same && (same > 1 || hasForm));
  return packBound(best, isFirm ? best : 0);
}

/** All words but one agree, and that one may be a short word one letter off. */
const mayBeShortOff = (words: number, same: number, { fewestWords }: EntryFacts) =>
  words >= SHORT_OFF_WORDS && same + 1 >= words && fewestWords <= words;

const passedOver = (entry: EntryFacts): EntryFacts => ({
  ...entry,
  fewestWords: Math.max(1, entry.fewestWords - entry.initials),
});

/**
 * The same bound if words may be joined: any two neighbours of the subject, and any two listed
 * words that may both agree. Computed from the fewest words that can remain of either name.
 */
function joinedBound(reading: QueryReading, entry: EntryFacts): NameBound {
  const points = joinedPoints(reading, entry);
  return packBound(points, points);
}

/** The bound if the number of words after joining is unknown. */
const UNKNOWN_JOINED = packBound(NAME_POINTS.same, NAME_POINTS.same);

/** Words of the subject that may be one word of the list. */
const MOST_JOINED = 3;

function joinedPoints({ words: reading }: QueryReading, { matchable, fewestWords, initials }: EntryFacts): number {
  const ownWords = Math.ceil(reading.length / MOST_JOINED);
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
  if (matched >= subjectWords) return matched >= entry.fewestWords ? NAME_POINTS.same : NAME_POINTS.contained;
  if (matched < entry.fewestWords) return someTokensPoints(matched, subjectWords, entry.fewestWords);
  // Whether the word of a company is rare is not known here.
  const isLoneWord = matched === 1 && !entry.maySupport && entry.isPerson;
  return NAME_POINTS.contained + (isLoneWord ? NAME_POINTS.loneWord : 0);
}

const FLAG_VALUES = 256;

/**
 * The flags of an entry or reading and `maySupport`, packed into one number that indexes the memo
 * of bounds.
 */
export const nameFacts = (flags: number, maySupport: boolean) => flags + (maySupport ? FLAG_VALUES : 0);

/** Higher counts are treated alike. */
const MOST_MATCHABLE = 7;

/** Memo of bounds by packed facts, for one set of shared words. */
class BoundTable {
  readonly same: number;
  readonly oneOff: number;
  readonly most: number;
  readonly bounds: (NameBound | undefined)[] = [];

  constructor(same: number, oneOff: number, most: number) {
    this.same = same;
    this.oneOff = oneOff;
    this.most = most;
  }

  isOf(same: number, oneOff: number, most: number): boolean {
    return this.same === same && this.oneOff === oneOff && this.most === most;
  }
}

/**
 * A direct-mapped cache: each combination of shared words has one slot, and a collision replaces
 * the table.
 */
const TABLES = 64;
const SPREAD = 0x9e3779b1;
const placeOf = (same: number, oneOff: number, most: number) =>
  Math.imul(same ^ Math.imul(oneOff ^ Math.imul(most, SPREAD), SPREAD), SPREAD) >>> 26;

/**
 * Upper bounds of name points by shared words and flags, of an entry or of one reading. Most
 * entries of a search share the same few words, so few bounds are ever computed, and the table of
 * the previous entry usually serves the next.
 */
export class NameBounds {
  private readonly readings: readonly QueryReading[];
  private readonly purpose: Purpose;
  private readonly tables = new Array<BoundTable | undefined>(TABLES);
  private last = new BoundTable(0, 0, 0);

  constructor(readings: readonly QueryReading[], purpose: Purpose) {
    this.readings = readings;
    this.purpose = purpose;
  }

  /**
   * The bound for shared words (`same`, `oneOff`) and the number of listed words that may agree.
   */
  of(facts: number, same: number, oneOff: number, matchable: number): NameBound {
    const most = matchable < MOST_MATCHABLE ? matchable : MOST_MATCHABLE;
    // For entries and long names the number of words after joining is unknown.
    if ((same & BY_PAIR) !== 0 && most === MOST_MATCHABLE) return UNKNOWN_JOINED;
    if (!this.last.isOf(same, oneOff, most)) this.last = this.tableOf(same, oneOff, most);
    const { bounds } = this.last;
    const known = bounds[facts];
    if (known !== undefined) return known;
    const bound = this.work(facts, most, { same, oneOff });
    bounds[facts] = bound;
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

  private work(facts: number, matchable: number, shared: SharedWords): NameBound {
    const flags = facts % FLAG_VALUES;
    const entry = {
      fewestWords: fewestWords(flags),
      // 3 means three or more.
      initials: initialsOf(flags) === 3 ? MANY : initialsOf(flags),
      matchable: matchable === MOST_MATCHABLE ? MANY : matchable,
      maySupport: facts >= FLAG_VALUES,
      isPerson: isPerson(flags),
    };
    let most = 0;
    let mostFirm = 0;
    const isJoined = (shared.same & BY_PAIR) !== 0;
    const kind = isPerson(flags) ? 'person' : 'entity';
    for (const reading of this.readings) {
      if (reading.kind !== undefined && reading.kind !== kind) continue;
      const bound = isJoined
        ? joinedBound(reading, entry)
        : readingBound(reading, shared, { entry, purpose: this.purpose });
      most = Math.max(most, pointsIn(bound));
      mostFirm = Math.max(mostFirm, firmPointsIn(bound));
    }
    return packBound(most, mostFirm);
  }
}
