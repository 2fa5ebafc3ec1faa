import type { ComparableName } from '@assay/names';
import { DEFAULT_REVIEW_SCORE, MAX_SCORE } from '../limits.ts';
import { birthFactors } from './birth-factors.ts';
import { countryFactors } from './country-factors.ts';
import { type FactorCode, fixedFactor, type MatchFactor, sumOf } from './factor.ts';
import { identifierFactors } from './identifier-factors.ts';
import { compareNames, type Extent } from './name-agreement.ts';
import {
  extentPoints,
  judgeName,
  NAME_POINTS,
  type NameStrength,
  type NameVerdict,
  nameFactors,
} from './name-factors.ts';
import type { ComparableEntry, EntityType, ScorePolicy, ScreenedSubject } from './screened-subject.ts';

/**
 * Scores how likely a listed entry is the subject, and explains why: the factors add up to the
 * score, and a floor or cap that changes it is a factor too. The stages, in order:
 * 1. Identifiers, dates of birth and countries are compared (`identifier-factors.ts`,
 *    `birth-factors.ts`, `country-factors.ts`). Their factors are the evidence beside the name.
 * 2. Every reading of every name of the entry is compared with the subject's names
 *    (`compareNames`), and each agreement is judged (`judgeName`). The best one gives the name
 *    factors.
 * 3. A different kind of entity sets the score to 0, unless an identifier agrees.
 * 4. A name with two or more full words that agree is not lowered below 70 by a different
 *    nationality alone.
 * 5. The score is limited to 0–100.
 * 6. Caps: a partial name without an identifier stays at 69, and a name without decisive evidence
 *    stays below a match.
 *
 * The score does not depend on `reviewScore`: a lower one shows more entries and changes none. It
 * depends on `matchScore`, since some names must not be a match whatever that score is.
 *
 * The index skips entries by upper bounds of this score (`search/score-bound.ts`,
 * `search/name-bound.ts`): a change of the rules must be mirrored there. A change of any rule or
 * number of this folder requires a new version, which is stored with each run.
 */
export const SCORER_VERSION = 'screening-score-v8';

export interface EntryScore {
  score: number;
  factors: readonly MatchFactor[];
  /**
   * Position of the name that agrees best; undefined if the entry was found by an identifier alone.
   */
  nameAt: number | undefined;
}

interface NameResult {
  strength: NameStrength | 'none';
  isFirm: boolean;
  extent: NameVerdict['extent'] | 'none';
  factors: readonly MatchFactor[];
  nameAt: number | undefined;
}

/** Evidence beside which a single word is enough. */
const AGREEING: readonly FactorCode[] = [
  'dob_same_day',
  'dob_same_year',
  'wallet_same',
  'ship_same_number',
  'document_same_country',
  'document_likely_country',
  'document_same_number',
  'ship_same_number',
  'global_same_number',
  'contact_same',
];
/** Millions of people share a nationality and a name; few companies share a country and a name. */
const AGREEING_OF: Record<EntityType, readonly FactorCode[]> = {
  person: AGREEING,
  entity: [...AGREEING, 'nationality_same'],
};
const DECISIVE: readonly FactorCode[] = ['dob_same_day', 'wallet_same', 'document_same_country'];

const hasAny = (factors: readonly MatchFactor[], codes: readonly FactorCode[]) =>
  factors.some(({ code }) => codes.includes(code));

const STRENGTHS: readonly NameStrength[] = ['exact', 'equivalent', 'cut', 'one_off', 'consonants', 'partial'];
/** Strengths that need a wallet address for a match. */
const LESS_THAN_EXACT: readonly NameResult['strength'][] = ['one_off', 'equivalent', 'cut'];

/** Rule 6: the evidence that a name of this strength needs to be a match. */
function mayMatch(strength: NameResult['strength'], evidence: readonly MatchFactor[]): boolean {
  if (strength === 'exact') return hasAny(evidence, DECISIVE);
  return LESS_THAN_EXACT.includes(strength) && hasAny(evidence, ['wallet_same']);
}

/** The evidence beside the name, and the score that only a match may reach. */
interface Beside {
  evidence: readonly MatchFactor[];
  points: number;
  /** What a name that is firm gets back of the deduction for a different nationality. */
  waivable: number;
  isIdentified: boolean;
  isSupported: boolean;
  matchScore: number;
}

/** Floor of a firm name that only a different nationality speaks against. */
export const FIRM_NAME_FLOOR = DEFAULT_REVIEW_SCORE;
/** Cap of a partial name without an identifier. */
const PARTIAL_NAME_CAP = DEFAULT_REVIEW_SCORE - 1;

/**
 * Stage 4. Second passports are common, and lists name one nationality: it may lower a firm name to
 * the floor and no further, nor does the country of an office. A contradicting date of birth still
 * counts.
 */
const withFloor = (sum: number, isFirm: boolean, { waivable }: Pick<Beside, 'waivable'>) =>
  isFirm ? Math.max(sum, Math.min(FIRM_NAME_FLOOR, sum + waivable)) : sum;

const isCappedAsPartial = (extent: NameResult['extent'], isIdentified: boolean) =>
  !isIdentified && (extent === 'some_tokens' || extent === 'none');

/** The score of a name together with the evidence, with the floor and the caps of its strength. */
function worthOf({ points, strength, isFirm, extent }: Judged, beside: Beside): number {
  const sum = withFloor(points + beside.points, isFirm, beside);
  const most = isCappedAsPartial(extent, beside.isIdentified) ? PARTIAL_NAME_CAP : MAX_SCORE;
  const capped = Math.min(sum, most);
  return mayMatch(strength, beside.evidence) ? capped : Math.min(capped, beside.matchScore - 1);
}

type Judged = Pick<NameVerdict, 'points' | 'strength' | 'isFirm' | 'extent'>;

/**
 * Compares by the resulting score first: a name that agrees in more words but may not match is not
 * better than one that may.
 */
function isBetter(one: Judged, other: Judged, beside: Beside): boolean {
  const worth = worthOf(one, beside) - worthOf(other, beside);
  if (worth !== 0) return worth > 0;
  if (one.points !== other.points) return one.points > other.points;
  return STRENGTHS.indexOf(one.strength) < STRENGTHS.indexOf(other.strength);
}

/** As good as a verdict may be, for upper bounds. */
const BEST_VERDICT: Judged = { points: NAME_POINTS.same, strength: 'exact', isFirm: true, extent: 'name_same' };

const isBest = (verdict: Judged, beside: Beside) => !isBetter(BEST_VERDICT, verdict, beside);

const NO_NAME: NameResult = { strength: 'none', isFirm: false, extent: 'none', factors: [], nameAt: undefined };

/**
 * Stage 2: the best agreement of any name of the subject with any name of the entry; strong names
 * are compared before weak aliases.
 */
function bestName(subject: ScreenedSubject, entry: ComparableEntry, beside: Beside): NameResult {
  const { isSupported } = beside;
  let best: (Parameters<typeof nameFactors>[0] & { nameAt: number }) | undefined;
  const mayBeBetter = (atMost: Extent) =>
    !best || isBetter({ ...BEST_VERDICT, points: extentPoints(atMost) }, best.verdict, beside);
  const isSame = () => best !== undefined && isBest(best.verdict, beside);
  const compare = ({ isWeak, readings }: ComparableName, nameAt: number) => {
    for (const reading of readings) {
      // Nothing is better than the same name; among equals the first one is reported.
      if (isSame()) return;
      const compared = { kind: entry.kind, reading, isCompetitive: mayBeBetter };
      for (const agreement of compareNames(subject.names, compared)) {
        const verdict = judgeName(agreement, isSupported);
        // An agreement that would deduct points is ignored.
        if (!verdict || verdict.points <= 0) continue;
        if (!best || isBetter(verdict, best.verdict, beside)) best = { agreement, verdict, reading, isWeak, nameAt };
      }
    }
  };
  for (const isWeak of [false, true])
    for (let at = 0; at < entry.names.length; at += 1) {
      const name = entry.names[at];
      if (name && name.isWeak === isWeak && name.readings.length > 0) compare(name, at);
    }
  if (!best) return NO_NAME;
  const { verdict, nameAt } = best;
  return {
    strength: verdict.strength,
    isFirm: verdict.isFirm,
    extent: verdict.extent,
    factors: nameFactors(best, isSupported),
    nameAt,
  };
}

const CAPS: Record<NameResult['strength'], FactorCode> = {
  exact: 'name_alone_cap',
  equivalent: 'equivalent_cap',
  cut: 'cut_cap',
  one_off: 'one_letter_off_cap',
  consonants: 'consonants_cap',
  partial: 'name_disagrees_cap',
  none: 'name_disagrees_cap',
};

const limitedTo = (limit: number, code: FactorCode, factors: readonly MatchFactor[]): MatchFactor => ({
  code,
  points: limit - sumOf(factors),
  detail: String(limit),
});

function waivableOf(evidence: readonly MatchFactor[]): number {
  if (hasAny(evidence, ['dob_other_year'])) return 0;
  return -(evidence.find(({ code }) => code === 'nationality_other')?.points ?? 0);
}

export function scoreEntry(
  subject: ScreenedSubject,
  entry: ComparableEntry,
  { matchScore }: Pick<ScorePolicy, 'matchScore'>,
): EntryScore {
  const identified = identifierFactors(subject, entry);
  const isIdentified = identified.length > 0;
  const evidence = [...birthFactors(subject, entry), ...countryFactors(subject, entry), ...identified];
  const isOtherKind = subject.entityType !== undefined && subject.entityType !== entry.kind;
  const beside: Beside = {
    evidence,
    points: sumOf(evidence),
    waivable: isOtherKind ? 0 : waivableOf(evidence),
    isIdentified,
    isSupported: hasAny(evidence, AGREEING_OF[entry.kind]),
    matchScore,
  };
  const name = bestName(subject, entry, beside);
  const factors = [...name.factors, ...evidence];
  const limit = (to: number, code: FactorCode) => factors.push(limitedTo(to, code, factors));

  if (isOtherKind && isIdentified) factors.push(fixedFactor('other_kind_identified', entry.kind));
  if (isOtherKind && !isIdentified && sumOf(factors) > 0) limit(0, 'other_kind');
  const sum = sumOf(factors);
  const floor = withFloor(sum, name.isFirm, beside);
  if (floor > sum) limit(floor, 'full_name_floor');
  if (sumOf(factors) < 0) limit(0, 'score_floor');
  if (sumOf(factors) > MAX_SCORE) limit(MAX_SCORE, 'score_ceiling');
  if (isCappedAsPartial(name.extent, isIdentified) && sumOf(factors) > PARTIAL_NAME_CAP)
    limit(PARTIAL_NAME_CAP, 'partial_name_cap');
  if (sumOf(factors) >= matchScore && !mayMatch(name.strength, evidence)) limit(matchScore - 1, CAPS[name.strength]);
  return { score: sumOf(factors), factors, nameAt: name.nameAt };
}
