import { refused } from '@assay/foundation';
import type { FactorCode } from '@assay/watchlist';
import { claimsOf, type ReasonClaim, type Reasons } from '#shared/organization/settings/index.ts';
import type { EarlierDecision, OfferedReason } from './match-list.ts';
import type { ScreeningMatch } from './run.ts';
import type { StoredRun } from './stored-run.ts';

/** What a reason is checked against. */
export interface ComparedMatch {
  factors: readonly { code: FactorCode }[];
  entryKind: 'person' | 'entity' | null;
  /** Of the risk subject, if the run has one. */
  subjectKind: string | null;
  /** The newest earlier decision cleared the same, unchanged entry. */
  isClearedBefore: boolean;
}

type Finding = readonly [code: FactorCode, inWords: string];

const SAME_NUMBER = 'a document number is the same';
const SAME_BIRTH: readonly Finding[] = [
  ['dob_same_day', 'the day of birth is the same'],
  ['dob_same_year', 'the year of birth is the same'],
  ['dob_in_range', 'the date of birth is within the listed years'],
];
const OTHER_BIRTH: readonly Finding[] = [
  ['dob_other_year', 'the years of birth differ'],
  ['dob_near', 'the dates of birth differ'],
];
const SAME_DOCUMENT: readonly Finding[] = [
  ['wallet_same', 'a wallet address is the same'],
  ['document_same_country', SAME_NUMBER],
  ['document_likely_country', SAME_NUMBER],
  ['ship_same_number', SAME_NUMBER],
  ['global_same_number', SAME_NUMBER],
  ['contact_same', 'an email address or website is the same'],
  ['document_same_number', SAME_NUMBER],
];
const OTHER_NAME: readonly Finding[] = [
  ['some_tokens', 'each name has words that the other lacks'],
  ['all_subject_tokens', 'the listed name has more words'],
  ['all_listed_tokens', 'the name of the customer has more words'],
  ['name_disagrees_cap', 'the names do not agree'],
];
const OTHER_KIND: readonly Finding[] = [
  ['other_kind', 'one is a person and the other is not'],
  ['other_kind_identified', 'one is a person and the other is not'],
];

/**
 * The factors that contradict a claim. A factor is absent when one side states nothing, so an absent factor
 * contradicts nothing; a document number that differs has no factor at all.
 */
const CONTRADICTING: Record<
  Exclude<ReasonClaim['about'], 'earlier'>,
  { agrees: readonly Finding[]; differs: readonly Finding[] }
> = {
  birth: { agrees: OTHER_BIRTH, differs: SAME_BIRTH },
  nationality: {
    agrees: [['nationality_other', 'no nationality or country is the same']],
    differs: [['nationality_same', 'a nationality or country is the same']],
  },
  document: { agrees: [], differs: SAME_DOCUMENT },
  name: { agrees: OTHER_NAME, differs: [['name_same', 'all words of both names agree']] },
  kind: { agrees: OTHER_KIND, differs: [] },
};

/** With these factors, names whose words agree are still written differently. */
const INEXACT: readonly FactorCode[] = ['fuzzy_token', 'consonant_token', 'initial_token', 'initial_for_name'];

/** The kinds of risk subjects that are listed as such; accounts and transactions are neither. */
const KINDS: Readonly<Record<string, 'person' | 'entity'>> = {
  person: 'person',
  business: 'entity',
};

function contradictionOf({ about, agrees }: ReasonClaim, compared: ComparedMatch): string | null {
  const codes = new Set(compared.factors.map(({ code }) => code));
  if (about === 'earlier')
    return compared.isClearedBefore ? null : 'the unchanged entry was not cleared for this customer before';
  if (about === 'name' && !agrees && INEXACT.some((code) => codes.has(code))) return null;
  if (about === 'kind' && !agrees) return whySameKind(compared, codes);
  const found = CONTRADICTING[about][agrees ? 'agrees' : 'differs'];
  return found.find(([code]) => codes.has(code))?.[1] ?? null;
}

/** Equal kinds have no factor; the entry and the risk subject state them. */
function whySameKind({ entryKind, subjectKind }: ComparedMatch, codes: ReadonlySet<FactorCode>): string | null {
  if (OTHER_KIND.some(([code]) => codes.has(code))) return null;
  if (subjectKind === null || entryKind === null || KINDS[subjectKind] !== entryKind) return null;
  return entryKind === 'person' ? 'both are persons' : 'both are organizations';
}

/** What of the comparison contradicts a reason, in words; null if nothing does. */
export const whyContradicted = (claims: readonly ReasonClaim[], compared: ComparedMatch): string | null =>
  claims.map((claim) => contradictionOf(claim, compared)).find((found) => found !== null) ?? null;

/** Whether the last word on this entry was a clearance, and the list has not changed the entry since. */
const isClearedBefore = (earlier: readonly EarlierDecision[]): boolean =>
  earlier[0]?.decision === 'false_positive' && earlier[0].entryChanged === false;

export const comparedMatch = (
  { subject }: Pick<StoredRun, 'subject'>,
  { factors, entry }: Pick<ScreeningMatch, 'factors' | 'entry'>,
  earlier: readonly EarlierDecision[],
): ComparedMatch => ({
  factors,
  entryKind: entry?.kind ?? null,
  subjectKind: subject?.kind ?? null,
  isClearedBefore: isClearedBefore(earlier),
});

/** The reasons of the organization, each with what contradicts it. */
export function offeredReasons(reasons: Reasons, compared: ComparedMatch): OfferedReason[] {
  const factOf = new Map(reasons.facts.map(({ reason, fact }) => [reason, fact]));
  const offer = (decision: OfferedReason['decision']) => (text: string) => ({
    text,
    decision,
    fact: factOf.get(text) ?? 'none',
    contradiction: whyContradicted(claimsOf(reasons, { reason: text, decision }), compared),
  });
  return [...reasons.falsePositive.map(offer('false_positive')), ...reasons.confirmed.map(offer('confirmed'))];
}

/** `of` is the match of several for which the reason does not hold. */
export const reasonContradicted = (why: string, of?: Pick<ScreeningMatch, 'id' | 'source'>) =>
  refused(
    'reason_contradicted',
    of
      ? `The comparison of match ${of.id} on \`${of.source}\` contradicts \`reason\`: ${why}. Give a reason that holds for all, or leave the match out with \`except\`.`
      : `The comparison contradicts \`reason\`: ${why}. Give a reason that holds for this match.`,
  );
