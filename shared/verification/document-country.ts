import { countryCode } from '@assay/watchlist';
import type { DayMonthOrder } from './document-date.ts';

/** Reads countries and nationalities of identity documents as the country codes that lists use. */
export interface ReadCountries {
  /** ISO 3166-1 alpha-2. */
  codes: string[];
  isReadable: boolean;
}

/** Codes of travel documents (ICAO 9303) that are not in ISO 3166-1, with their countries. */
const DOCUMENT_CODES: Readonly<Record<string, string>> = {
  D: 'DE',
  RKS: 'XK',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
  // Former codes of countries.
  DDR: 'DE',
  ROM: 'RO',
  ZAR: 'CD',
  TMP: 'TL',
  BUR: 'MM',
};

/**
 * Codes of holders and issuers without a country. They are readable, but there is nothing to
 * compare.
 */
const NO_COUNTRY = new Set([
  'XXA',
  'XXB',
  'XXC',
  'XXX',
  'UNO',
  'UNA',
  'UNK',
  'EUE',
  'XOM',
  'XPO',
  'XCC',
  'XCE',
  'XCO',
  'XEC',
  'XBA',
  'XIM',
  'XES',
  'XMP',
  'XDC',
  'XCT',
  'XSA',
  'STATELESS',
  'APATRIDE',
  'REFUGEE',
  'STAATENLOS',
  'APATRIDA',
  'APOLIDE',
  'ЛИЦО БЕЗ ГРАЖДАНСТВА',
  'NONE',
]);

/** Nationalities in the language of the document, in capitals without accents. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  DEUTSCH: 'DE',
  DEUTSCHE: 'DE',
  DEUTSCHER: 'DE',
  OSTERREICH: 'AT',
  OSTERREICHISCH: 'AT',
  FRANCAISE: 'FR',
  FRANCAIS: 'FR',
  ITALIANA: 'IT',
  ITALIANO: 'IT',
  ESPANOLA: 'ES',
  ESPANOL: 'ES',
  PORTUGUESA: 'PT',
  PORTUGUES: 'PT',
  NEDERLANDSE: 'NL',
  NEDERLANDS: 'NL',
  BELGE: 'BE',
  BELG: 'BE',
  BELGISCH: 'BE',
  SVENSK: 'SE',
  SVERIGE: 'SE',
  DANSK: 'DK',
  DANMARK: 'DK',
  NORSK: 'NO',
  NORGE: 'NO',
  SUOMI: 'FI',
  POLSKIE: 'PL',
  POLSKA: 'PL',
  MAGYAR: 'HU',
  ROMANA: 'RO',
  HRVATSKO: 'HR',
  HRVATSKA: 'HR',
  'CESKA REPUBLIKA': 'CZ',
  ΕΛΛΗΝΙΚΗ: 'GR',
  БЪЛГАРИЯ: 'BG',
  БЪЛГАРСКО: 'BG',
  УКРАІНА: 'UA',
  'Т.C.': 'TR',
  'T.C.': 'TR',
  TC: 'TR',
  'РОССИИСКАЯ ФЕДЕРАЦИЯ': 'RU',
  РОССИЯ: 'RU',
  РФ: 'RU',
  'РЕСПУБЛИКА БЕЛАРУСЬ': 'BY',
  СРБИЈА: 'RS',
  БЕЛАРУСЬ: 'BY',
  ҚАЗАҚСТАН: 'KZ',
  BRASILEIRA: 'BR',
  BRASILEIRO: 'BR',
  MEXICANA: 'MX',
  MEXICANO: 'MX',
  ARGENTINA: 'AR',
  COLOMBIANA: 'CO',
  COLOMBIANO: 'CO',
  VENEZOLANA: 'VE',
  VENEZOLANO: 'VE',
  PERUANA: 'PE',
  中国: 'CN',
  中國: 'CN',
  日本: 'JP',
  日本国: 'JP',
  대한민국: 'KR',
  ایران: 'IR',
  سوريا: 'SY',
};

const fold = (text: string) =>
  text
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}<]/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

/** The country, null if the text states none, or undefined if it is unreadable. */
function countryIn(text: string): string | null | undefined {
  const stated = fold(text)
    .replace(/^(?:CITIZEN|NATIONAL) OF (?:THE )?/, '')
    .replace(/ (?:CITIZEN|NATIONAL|SUBJECT)$/, '');
  if (NO_COUNTRY.has(stated)) return null;
  return DOCUMENT_CODES[stated] ?? OWN_WORDS[stated] ?? countryCode(stated) ?? undefined;
}

/**
 * Reads the countries of a document. A slash separates two languages as well as two countries, so
 * one readable part is enough; any other list must be readable as a whole.
 */
export function readDocumentCountries(text: string): ReadCountries {
  if (fold(text) === '') return { codes: [], isReadable: true };
  const whole = countryIn(text);
  if (whole !== undefined) return { codes: whole === null ? [] : [whole], isReadable: true };
  const groups = text.split(/[,;&+]|\band\b/i).map((group) => group.split('/').map(countryIn));
  const isReadable = groups.every((parts) => parts.some((part) => part !== undefined));
  const codes = groups.flat().filter((code) => typeof code === 'string');
  return { codes: [...new Set(codes)], isReadable };
}

const MONTH_FIRST = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM'];
/** Documents of these countries use both orders. */
const EITHER_ORDER = ['CA', 'PH', 'FM', 'MH', 'PW'];

/** Order of day and month in documents of a country. */
export function dayMonthOrderOf(country: string | null): DayMonthOrder | null {
  if (country === null || EITHER_ORDER.includes(country)) return null;
  return MONTH_FIRST.includes(country) ? 'month_first' : 'day_first';
}
