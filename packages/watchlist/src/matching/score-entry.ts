import type { ComparableName } from '@assay/names';
import { MAX_SCORE } from '../limits.ts';
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
import type { ComparableEntry, ScorePolicy, ScreenedSubject } from './screened-subject.ts';

/**
 * Scores how likely a listed entry is the subject, and explains why: the factors add up to the
 * score, and a floor or cap that changes it is a factor too. The stages, in order:
 * 1. Identifiers, dates of birth and countries are compared (`identifier-factors.ts`,
 *    `birth-factors.ts`, `country-factors.ts`). Their factors are the evidence beside the name.
 * 2. Every reading of every name of the entry is compared with the subject's names
 *    (`compareNames`), and each agreement is judged (`judgeName`). The best one gives the name
 *    factors.
 * 3. A different kind of entity sets the score to 0, unless an identifier agrees.
 * 4. A full name that agrees is not lowered below review by a different nationality alone.
 * 5. The score is limited to 0–100.
 * 6. Caps: a partial name without an identifier stays below review, and a name without decisive
 *    evidence stays below a match.
 *
 * The index skips entries by upper bounds of this score (`index/score-bound.ts`,
 * `index/name-bound.ts`): a change of the rules must be mirrored there. A change of any rule or
 * number of this folder requires a new version, which is stored with each run.
 */
export const SCORER_VERSION = 'screening-score-v6';

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
  isFullName: boolean;
  /** Each name has words that the other lacks. */
  isPartial: boolean;
  factors: readonly MatchFactor[];
  nameAt: number | undefined;
}

const AGREEING: readonly FactorCode[] = [
  ...(['dob_same_day', 'dob_same_year', 'nationality_same', 'wallet_same'] as const),
  ...(['document_same_country', 'document_likely_country', 'document_same_number'] as const),
  'ship_same_number',
];
const DECISIVE: readonly FactorCode[] = ['dob_same_day', 'wallet_same', 'document_same_country'];

const hasAny = (factors: readonly MatchFactor[], codes: readonly FactorCode[]) =>
  factors.some(({ code }) => codes.includes(code));

const STRENGTHS: readonly NameStrength[] = [
  ...(['exact', 'equivalent', 'one_off', 'consonants', 'partial'] as const),
];

/** Rules 3 and 4: the evidence that a name of this strength needs to be a match. */
function mayMatch(strength: NameResult['strength'], evidence: readonly MatchFactor[]): boolean {
  if (strength === 'exact') return hasAny(evidence, DECISIVE);
  return (strength === 'one_off' || strength === 'equivalent') && hasAny(evidence, ['wallet_same']);
}

/** The evidence beside the name, and the score that only a match may reach. */
interface Beside {
  evidence: readonly MatchFactor[];
  points: number;
  isSupported: boolean;
  matchScore: number;
}

/** The score of a name together with the evidence, below `matchScore` if it may not match. */
function worthOf({ points, strength }: Judged, beside: Beside): number {
  const sum = points + beside.points;
  return mayMatch(strength, beside.evidence) ? sum : Math.min(sum, beside.matchScore - 1);
}

type Judged = Pick<NameVerdict, 'points' | 'strength'>;

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

const NO_NAME: NameResult = {
  ...{ strength: 'none', isFullName: false, isPartial: true, factors: [], nameAt: undefined },
};

/**
 * Stage 2: the best agreement of any name of the subject with any name of the entry; strong names
 * are compared before weak aliases.
 */
function bestName(subject: ScreenedSubject, entry: ComparableEntry, beside: Beside): NameResult {
  const { isSupported } = beside;
  let best: (Parameters<typeof nameFactors>[0] & { nameAt: number }) | undefined;
  const mayBeBetter = (atMost: Extent) =>
    !best || isBetter({ points: extentPoints(atMost), strength: 'exact' }, best.verdict, beside);
  const isSame = () =>
    best?.verdict.strength === 'exact' && best.verdict.points >= NAME_POINTS.same;
  const compare = ({ isWeak, readings }: ComparableName, nameAt: number) => {
    for (const reading of readings) {
      // Nothing is better than the same name; among equals the first one is reported.
      if (isSame()) return;
      const compared = { kind: entry.kind, reading, isCompetitive: mayBeBetter };
      for (const agreement of compareNames(subject.names, compared)) {
        const verdict = judgeName(agreement, isSupported);
        // An agreement that would deduct points is ignored.
        if (!verdict || verdict.points <= 0) continue;
        if (!best || isBetter(verdict, best.verdict, beside))
          best = { agreement, verdict, reading, isWeak, nameAt };
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
    isFullName: verdict.isFullName,
    isPartial: verdict.extent === 'some_tokens',
    factors: nameFactors(best, isSupported),
    nameAt,
  };
}

const CAPS: Record<NameResult['strength'], FactorCode> = {
  exact: 'name_alone_cap',
  equivalent: 'equivalent_cap',
  one_off: 'one_letter_off_cap',
  consonants: 'consonants_cap',
  partial: 'name_disagrees_cap',
  none: 'name_disagrees_cap',
};

const limitedTo = (
  limit: number,
  code: FactorCode,
  factors: readonly MatchFactor[],
): MatchFactor => ({
  code,
  points: limit - sumOf(factors),
  detail: String(limit),
});

/**
 * Stage 4. Second passports are common: if all of a full name agrees, a different nationality alone
 * may lower the score to the review score and no further. A contradicting date of birth still
 * counts.
 */
function fullNameFloor(
  name: NameResult,
  evidence: readonly MatchFactor[],
  { sum, reviewScore }: { sum: number; reviewScore: number },
): number {
  if (!name.isFullName || hasAny(evidence, ['dob_other_year'])) return sum;
  const deducted = evidence.find(({ code }) => code === 'nationality_other')?.points ?? 0;
  return Math.max(sum, Math.min(reviewScore, sum - deducted));
}

export function scoreEntry(
  subject: ScreenedSubject,
  entry: ComparableEntry,
  { reviewScore, matchScore }: ScorePolicy,
): EntryScore {
  const identified = identifierFactors(subject, entry);
  const isIdentified = identified.length > 0;
  const evidence = [
    ...birthFactors(subject, entry),
    ...countryFactors(subject, entry),
    ...identified,
  ];
  const isSupported = hasAny(evidence, AGREEING);
  const points = sumOf(evidence);
  const name = bestName(subject, entry, { evidence, points, isSupported, matchScore });
  const factors = [...name.factors, ...evidence];
  const limit = (to: number, code: FactorCode) => factors.push(limitedTo(to, code, factors));

  const isOtherKind = subject.entityType !== undefined && subject.entityType !== entry.kind;
  if (isOtherKind && isIdentified) factors.push(fixedFactor('other_kind_identified', entry.kind));
  if (isOtherKind && !isIdentified && sumOf(factors) > 0) limit(0, 'other_kind');
  const sum = sumOf(factors);
  const floor = isOtherKind ? sum : fullNameFloor(name, evidence, { sum, reviewScore });
  if (floor > sum) limit(floor, 'full_name_floor');
  if (sumOf(factors) < 0) limit(0, 'score_floor');
  if (sumOf(factors) > MAX_SCORE) limit(MAX_SCORE, 'score_ceiling');
  if (name.isPartial && !isIdentified && sumOf(factors) >= reviewScore)
    limit(reviewScore - 1, 'partial_name_cap');
  if (sumOf(factors) >= matchScore && !mayMatch(name.strength, evidence))
    limit(matchScore - 1, CAPS[name.strength]);
  return { score: sumOf(factors), factors, nameAt: name.nameAt };
}
