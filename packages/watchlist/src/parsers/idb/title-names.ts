import { countryCode } from '../../countries.ts';
import type { ListedEntry, ListedName } from '../../listed-entry.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';

const HONORIFIC = /^(?:mr|mrs|ms|miss|dr)\.?\s+/i;
const OTHERWISE_KNOWN = new RegExp(
  [
    '^(?:a\\.?k\\.?a\\.?|also known as|d/b/a|(?:also )?doing business (?:as|under)',
    '(?:formerly|previously)(?: known as)?)\\s+',
  ].join('|'),
  'i',
);
const NUMBER = /^(?:TIN|Reg|CNPJ|RUC|NIT|RFC)\b[^\d]*(?<number>\d[\d ./-]*)/i;

/** The content of a title: names, and sometimes a registration number. */
export interface TitleFacts {
  names: ListedName[];
  registrationNumber: string | null;
}

/**
 * The list has one cell for the name and everything else: `Baraka Servis LLC ("BQS")`, `Joram
 * Otieno (a.k.a. Joram Opala)`, `Royal Garden Co. (Reg. No. 0205556035570)`. A parenthesis within
 * the name belongs to it; a short form at its end is a weak alias.
 */
export function titleFacts(title: string, kind: ListedEntry['kind']): TitleFacts {
  if (title.length > LONGEST_TEXT_CHARS) return { names: [], registrationNumber: null };
  const { name = '', aside = '' } =
    /^(?<name>.+?)(?:\s*\((?<aside>[^()]*)\)?)?$/s.exec(withoutCareOf(title))?.groups ?? {};
  const [principal = '', former] = name.split(/,?\s+(?=(?:formerly|previously) known as\s)/i);
  const names = [
    { text: cleaned(principal, kind), isWeak: false },
    ...(former ? [{ text: former.replace(OTHERWISE_KNOWN, ''), isWeak: false }] : []),
    ...asideNames(unquoted(aside), kind),
  ];
  return {
    names,
    registrationNumber: NUMBER.exec(aside)?.groups?.number?.replace(/\s/g, '') ?? null,
  };
}

const withoutCareOf = (title: string) => title.replace(/\s+c\/o\s.*$/is, '').trim();

const unquoted = (text: string) => text.replace(/["“”]/g, '').trim();

const cleaned = (name: string, kind: ListedEntry['kind']) =>
  name.trim().replace(kind === 'person' ? HONORIFIC : /^M\/s\.?\s+/i, '');

function asideNames(aside: string, kind: ListedEntry['kind']): ListedName[] {
  // A country in the parenthesis distinguishes branches and is not a name.
  if (!aside || NUMBER.test(aside) || countryCode(aside)) return [];
  if (OTHERWISE_KNOWN.test(aside))
    return aside
      .replace(OTHERWISE_KNOWN, '')
      .split(/\s+or\s+/i)
      .map((text) => ({ text, isWeak: false }));
  // `(Mr. Makawi)` is only the short form that the decision uses for the person.
  return kind === 'person' && HONORIFIC.test(aside) ? [] : [{ text: aside, isWeak: true }];
}
