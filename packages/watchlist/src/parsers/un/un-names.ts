import type { ListedName } from '../../listed-entry.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';
import { tidy } from '../tidy-listing.ts';

/** The letter that counts spellings, as in `X b) Y`. */
const COUNTER = /\s[a-z]\)\s/g;
/** Between spellings in one cell: `X; Y`, but not within parentheses. */
const BETWEEN = /;(?![^()]*\))/;
/** `X (Y)`, which may hold further parentheses. */
const BEHIND = /^(.+?) ?\(((?:[^()]|\([^()]*\))*)\)$/;
const LABEL = /^original script:\s*|\s*\(original script\)$/gi;
/** What stands in parentheses and is no name: a remark, or the number of another entry. */
const REMARK = /^(?:birth|combat|third|ngo|(?:previously|formerly|false|fraudulent)\b.*)(?: name)?$|\d/i;
const NOT_LATIN = /[^\P{L}\p{Script=Latin}]/u;

/**
 * The names of a cell, which may hold several spellings. A name in parentheses is as strong as the one before it if
 * it is written in another script or one of several; otherwise it is often an acronym or a single word, and weak.
 */
export function unNames(cell: string, { isWeak }: { isWeak: boolean }): ListedName[] {
  const text = tidy(cell);
  if (text.length > LONGEST_TEXT_CHARS) return [{ text, isWeak }];
  return text
    .replace(COUNTER, ';')
    .split(BETWEEN)
    .flatMap((part) => spellings(part, isWeak));
}

function spellings(part: string, isWeak: boolean): ListedName[] {
  const text = part
    .replace(LABEL, '')
    .replace(/^[\s)]+|[\s,]+$/g, '')
    .replace(/^[a-z]\)\s*/, '');
  const [, before, within] = BEHIND.exec(text) ?? [];
  if (before === undefined || within === undefined) return [{ text, isWeak }];
  const isSpelling = (other: string) => within.includes(';') || NOT_LATIN.test(other) || NOT_LATIN.test(before);
  const others = within.split(';').filter((other) => !REMARK.test(other.trim()));
  return [...spellings(before, isWeak), ...others.flatMap((other) => spellings(other, isWeak || !isSpelling(other)))];
}
