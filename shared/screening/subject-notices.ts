import { isImoNumber, isLei } from '@assay/names';
import type { FoundMatch } from '@assay/watchlist';
import type { RunNotice } from './run.ts';
import type { ScreenedSubject } from './run-request.ts';

/** What a caller should know about the subject of a run, beside its status. */
export const noticesOf = (
  { name, aliases, identifiers }: ScreenedSubject,
  matches: readonly FoundMatch[],
  matchScore: number,
): RunNotice[] => [
  ...identifiers.flatMap(({ kind, value }, at) => checkNotice(kind, value, at)),
  ...oneWordNotices(
    matches.filter(({ score }) => score >= matchScore),
    [name, ...aliases].some(isOneWord),
  ),
];

const compact = (value: string) =>
  value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^(?:IMO|LEI)/, '');

/** Compared all the same: lists have such numbers too. */
function checkNotice(kind: string, value: string, at: number): RunNotice[] {
  const isValid = kind === 'imo' ? isImoNumber(compact(value)) : kind !== 'lei' || isLei(compact(value));
  if (isValid) return [];
  const name = kind === 'imo' ? 'IMO number' : 'LEI';
  return [
    {
      code: 'identifier_check_failed',
      message: `\`subject.identifiers.${at}\`: the check digits of this ${name} are wrong. Check it for typing errors.`,
    },
  ];
}

/** Chinese, Japanese and Korean names have no spaces and are not one word. */
const isOneWord = (name: string) => /^[^\s\p{scx=Han}\p{scx=Hangul}\p{scx=Kana}\p{scx=Hira}]+$/u.test(name.trim());

const DECISIVE = ['wallet_same', 'document_same_country'];

/** The subject has a name of one word that is part of the listed name, or the listed name is one word. */
function isByOneWord({ factors }: FoundMatch, hasOneWordName: boolean): boolean {
  const codes = new Set<string>(factors.map(({ code }) => code));
  if (!codes.has('dob_same_day') || DECISIVE.some((code) => codes.has(code))) return false;
  if (codes.has('all_subject_tokens')) return hasOneWordName;
  const listed = factors.find(({ code }) => code === 'name_same' || code === 'all_listed_tokens');
  return listed !== undefined && !/\s/.test(listed.detail.trim());
}

function oneWordNotices(definite: readonly FoundMatch[], hasOneWordName: boolean): RunNotice[] {
  const count = definite.filter((match) => isByOneWord(match, hasOneWordName)).length;
  if (count === 0) return [];
  const entries = count === 1 ? 'One match rests' : `${count} matches rest`;
  return [
    {
      code: 'one_word_match',
      message: `${entries} on a single word of the name and the day of birth. Screen the full name before you act on it.`,
    },
  ];
}
