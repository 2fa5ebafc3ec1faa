import { countryCode } from '../../countries.ts';
import type { ListedIdentifier } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';
import { tidy } from '../tidy-listing.ts';

/** A document of a person; a text is empty if the list does not state it. */
interface UnDocument {
  type: string;
  details: string;
  number: string;
  country: string;
}

/** `Libyan passport No. 513519`, `Afghan passport number SE 012820`: the words before the number itself. */
const WORDS_BEFORE = /^.*(?:\bpassport|\bnumber|\bno\b|N°|\btravel document(?:\s\([^()]*\))?)[\s.:]*(?=.*\d)/iu;
/** `381110042 (Expired 25 Jan. 2016)`, `R00012098, South Sudan`. */
const REMARK_BEHIND = /\s*(?:\([^()]*\)|,[^,\d]*)$/;
/** `Libya B014995`. */
const COUNTRY_BEFORE = /^(\p{L}{4,})\s+(?=\S*\d)/u;

/** Null where no number is stated: a card that was seen, or the words of an issuer. */
export function unDocument(document: UnDocument, collector: Collector): ListedIdentifier | null {
  const stated = tidy(document.number || document.details);
  if (!/\d/.test(stated) || stated.length > LONGEST_TEXT_CHARS) return null;
  const number = stated.replace(REMARK_BEHIND, '').replace(WORDS_BEFORE, '');
  const country = countryCode(COUNTRY_BEFORE.exec(number)?.[1] ?? '');
  return {
    kind: /passport|pasaporte|passeport/i.test(document.type) ? 'passport' : 'national_id',
    value: country === null ? number : number.replace(COUNTRY_BEFORE, ''),
    country: document.country ? collector.country(document.country) : country,
  };
}
