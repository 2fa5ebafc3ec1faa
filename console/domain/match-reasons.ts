import type { MatchDetail } from '../api/matches.ts';
import { type Agreement, type Comparison, type Customer, compareEntry, supportedReasons } from './compare-entry.ts';

export type Decision = 'false_positive' | 'confirmed';

/** A reason to choose from. */
export interface OfferedReason {
  text: string;
  decision: Decision;
  /** Derived from the comparison, or of the organization. */
  origin: 'comparison' | 'organization';
  /** What the comparison says against it. */
  contradiction: string | null;
}

/** A match with what is needed to decide it, alone or with others. */
export interface ReviewedMatch {
  id: string;
  listedName: string;
  /** The customer, if the run has a risk subject. */
  externalId: string | null;
  /** Equal for matches of one customer. */
  customerKey: string;
  /** Equal for matches on one entry of one list. */
  entryKey: string;
  /** Equal for matches of one run that name one party. */
  groupKey?: string | undefined;
  score: number;
  matchScore: number;
  isClearedBefore: boolean;
  comparison: Comparison;
  /** What agrees, in words. */
  agreeing: readonly string[];
  reasons: readonly OfferedReason[];
}

export function reviewMatch(detail: MatchDetail, customer: Customer): ReviewedMatch {
  const { match, run, subject, entry, earlier } = detail;
  const comparison = compareEntry(customer, entry, match.factors);
  // Only the last word counts: a clearance that was followed by a confirmation is none.
  const [latest] = earlier;
  const isClearedBefore = latest?.decision === 'false_positive' && latest.entryChanged === false;
  const supported = supportedReasons(comparison, {
    clearedBefore: isClearedBefore,
    entryKind: entry?.kind ?? null,
    hasOtherKind: match.factors.some(({ code }) => code === 'other_kind' || code === 'other_kind_identified'),
  });
  return {
    id: match.id,
    listedName: match.listedName,
    externalId: subject?.externalId ?? null,
    customerKey: subject?.id ?? run.subjectDigest,
    entryKey: `${match.source} ${match.sourceEntryId}`,
    groupKey: match.group?.id,
    score: match.score,
    matchScore: run.policy.matchScore,
    isClearedBefore,
    comparison,
    agreeing: agreeingParts(comparison),
    reasons: [
      ...supported.map((reason): OfferedReason => ({ ...reason, origin: 'comparison', contradiction: null })),
      ...detail.reasons.map(
        ({ text, decision, fact, contradiction }): OfferedReason => ({
          text,
          decision,
          origin: 'organization',
          contradiction: contradiction ?? contradictionBy(comparison, fact, decision),
        }),
      ),
    ],
  };
}

type Fact = MatchDetail['reasons'][number]['fact'];

const PARTS: readonly [fact: Fact, part: keyof Comparison, label: string][] = [
  ['name', 'name', 'Name'],
  ['birth', 'born', 'Born'],
  ['nationality', 'country', 'Country'],
  ['document', 'document', 'Document'],
];

const agreeingParts = (comparison: Comparison) =>
  PARTS.map(([, part, label]) => ({ label, ...comparison[part] }))
    .filter(({ agreement }) => agreement === 'same' || agreement === 'near')
    .map(({ label, words }) => `${label}: ${words}`);

/**
 * The service checks reasons against the factors of the match. Data of the customer that is only in this
 * browser can contradict more.
 */
function contradictionBy(comparison: Comparison, fact: Fact, decision: Decision): string | null {
  const against: Agreement = decision === 'confirmed' ? 'different' : 'same';
  const found = PARTS.find(([one]) => one === fact);
  if (!found) return null;
  const { agreement, words } = comparison[found[1]];
  return agreement === against ? `${found[2].toLowerCase()}: ${words}` : null;
}

/** The reasons that hold for each match; those of the organization with what contradicts them on any. */
export function commonReasons(matches: readonly ReviewedMatch[]): readonly OfferedReason[] {
  const [first, ...others] = matches;
  if (!first) return [];
  return first.reasons.flatMap((reason) => {
    const same = others.map(({ reasons }) =>
      reasons.find((one) => one.text === reason.text && one.decision === reason.decision),
    );
    if (same.includes(undefined)) return [];
    const contradiction = [reason, ...same].find((one) => one?.contradiction)?.contradiction;
    return [{ ...reason, contradiction: contradiction ?? null }];
  });
}

/** Known reasons that do not hold for each match, by their text. */
export function untrueReasons(matches: readonly ReviewedMatch[]): ReadonlySet<string> {
  const common = new Set(
    commonReasons(matches)
      .filter(({ contradiction }) => contradiction === null)
      .map(({ text }) => text),
  );
  const known = matches.flatMap(({ reasons }) => reasons.map(({ text }) => text));
  return new Set(known.filter((text) => !common.has(text)));
}

const AT_ONCE = 50;

const areEqual = (values: readonly string[]) => new Set(values).size <= 1;

/** Whether the matches are of one group: a customer and one party, whatever the number of lists. */
const isOneGroup = ([first, ...others]: readonly ReviewedMatch[]) =>
  first?.groupKey !== undefined && others.every(({ groupKey }) => groupKey === first.groupKey);

/** Whether the matches are one question: one customer, and one entry or group. */
export const isOneQuestion = (matches: readonly ReviewedMatch[]) =>
  isOneGroup(matches) ||
  (areEqual(matches.map(({ customerKey }) => customerKey)) && areEqual(matches.map(({ entryKey }) => entryKey)));

/** Why several matches cannot get one decision. */
export function whyNotTogether(matches: readonly ReviewedMatch[], decision: Decision): string | null {
  if (matches.length < 2) return null;
  if (matches.length > AT_ONCE) return `At most ${AT_ONCE} matches are decided together.`;
  const isOne = isOneQuestion(matches);
  if (!isOne && matches.some(({ isClearedBefore }) => !isClearedBefore))
    return 'The selected matches are of different customers or entries. Only matches of one customer on one entry, or matches that were cleared before and are unchanged, are decided together.';
  if (decision === 'confirmed') return isOne ? null : 'Matches on different entries are confirmed one by one.';
  const certain = matches.find(({ score, matchScore }) => score >= matchScore);
  return certain
    ? `${certain.listedName} scores ${certain.score}, and ${certain.matchScore} or more is a match: it is cleared alone, not together with others.`
    : null;
}
