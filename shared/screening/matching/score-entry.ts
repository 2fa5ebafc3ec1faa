import { MAX_SCORE } from '../limits.ts';
import type { ComparableName } from '../names/search-terms.ts';
import { birthFactors } from './birth-factors.ts';
import { countryFactors } from './country-factors.ts';
import { type Factor, type FactorCode, sumOf } from './factor.ts';
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
 * How likely a listed entry is the subject, and why. The factors add up to the score; where a rule stops
 * it short of what they would give, the stop is a factor too. A change of any rule or number of this
 * folder is a new version, so that a stored run says by which it was judged.
 */
export const SCORER_VERSION = 'screening-score-v5';

export interface EntryScore {
  score: number;
  factors: readonly Factor[];
  /** Which name of the entry agrees best; none when it was found by an identifier alone. */
  nameAt: number | undefined;
}

interface NameResult {
  strength: NameStrength | 'none';
  factors: readonly Factor[];
  nameAt: number | undefined;
}

const AGREEING: readonly FactorCode[] = [
  ...(['dob_same_day', 'dob_same_year', 'nationality_same', 'wallet_same'] as const),
  ...(['document_same_country', 'document_likely_country', 'document_same_number'] as const),
  'ship_same_number',
];
const DECISIVE: readonly FactorCode[] = ['dob_same_day', 'wallet_same', 'document_same_country'];

const hasAny = (factors: readonly Factor[], codes: readonly FactorCode[]) =>
  factors.some(({ code }) => codes.includes(code));

const STRENGTHS: readonly NameStrength[] = ['exact', 'one_off', 'consonants', 'partial'];

/** Rules 3 and 4: what must stand beside a name for a match. */
function mayMatch(strength: NameResult['strength'], evidence: readonly Factor[]): boolean {
  if (strength === 'exact') return hasAny(evidence, DECISIVE);
  return strength === 'one_off' && hasAny(evidence, ['wallet_same']);
}

/** What stands beside the name, and how far a score may go that may be no match. */
interface Beside {
  evidence: readonly Factor[];
  points: number;
  isSupported: boolean;
  matchScore: number;
}

/** What a name comes to with all that stands beside it. */
function worthOf({ points, strength }: Judged, beside: Beside): number {
  const sum = points + beside.points;
  return mayMatch(strength, beside.evidence) ? sum : Math.min(sum, beside.matchScore - 1);
}

type Judged = Pick<NameVerdict, 'points' | 'strength'>;

/** By what it comes to: one that agrees in more, but may be no match, is not better than one that may. */
function isBetter(one: Judged, other: Judged, beside: Beside): boolean {
  const worth = worthOf(one, beside) - worthOf(other, beside);
  if (worth !== 0) return worth > 0;
  if (one.points !== other.points) return one.points > other.points;
  return STRENGTHS.indexOf(one.strength) < STRENGTHS.indexOf(other.strength);
}

/** The best agreement of any name of the subject with any of the entry; a strong alias before a weak. */
function bestName(subject: ScreenedSubject, entry: ComparableEntry, beside: Beside): NameResult {
  const { isSupported } = beside;
  let best: (Parameters<typeof nameFactors>[0] & { nameAt: number }) | undefined;
  const mayBeBetter = (atMost: Extent) =>
    !best || isBetter({ points: extentPoints(atMost), strength: 'exact' }, best.verdict, beside);
  const isSame = () =>
    best?.verdict.strength === 'exact' && best.verdict.points >= NAME_POINTS.same;
  const compare = ({ isWeak, readings }: ComparableName, nameAt: number) => {
    for (const reading of readings) {
      // Nothing is better than the same name, and of two as good the first is told.
      if (isSame()) return;
      const compared = { kind: entry.kind, reading, isWorth: mayBeBetter };
      for (const agreement of compareNames(subject.names, compared)) {
        const verdict = judgeName(agreement, isSupported);
        // What agrees so little that it would take points off is no agreement.
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
  if (!best) return { strength: 'none', factors: [], nameAt: undefined };
  const { verdict, nameAt } = best;
  return { strength: verdict.strength, factors: nameFactors(best, isSupported), nameAt };
}

const CAPS: Record<NameResult['strength'], FactorCode> = {
  exact: 'name_alone_cap',
  one_off: 'one_letter_off_cap',
  consonants: 'consonants_cap',
  partial: 'name_disagrees_cap',
  none: 'name_disagrees_cap',
};

const limitedTo = (limit: number, code: FactorCode, factors: readonly Factor[]): Factor => ({
  code,
  points: limit - sumOf(factors),
  detail: String(limit),
});

export function scoreEntry(
  subject: ScreenedSubject,
  entry: ComparableEntry,
  { matchScore }: ScorePolicy,
): EntryScore {
  const evidence = [
    ...birthFactors(subject, entry),
    ...countryFactors(subject, entry),
    ...identifierFactors(subject, entry),
  ];
  const isSupported = hasAny(evidence, AGREEING);
  const points = sumOf(evidence);
  const name = bestName(subject, entry, { evidence, points, isSupported, matchScore });
  const factors = [...name.factors, ...evidence];
  const limit = (to: number, code: FactorCode) => factors.push(limitedTo(to, code, factors));

  const isOtherKind = subject.entityType !== undefined && subject.entityType !== entry.kind;
  if (isOtherKind && sumOf(factors) > 0) limit(0, 'other_kind');
  if (sumOf(factors) < 0) limit(0, 'score_floor');
  if (sumOf(factors) > MAX_SCORE) limit(MAX_SCORE, 'score_ceiling');
  if (sumOf(factors) >= matchScore && !mayMatch(name.strength, evidence))
    limit(matchScore - 1, CAPS[name.strength]);
  return { score: sumOf(factors), factors, nameAt: name.nameAt };
}
