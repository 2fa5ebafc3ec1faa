import { countryCode } from '#shared/screening/countries.ts';
import type { DayMonthOrder } from './document-date.ts';

/** Countries and nationalities as identity documents state them, as the codes that lists are compared by. */
export interface ReadCountries {
  /** ISO 3166-1, two letters. */
  codes: string[];
  isReadable: boolean;
}

/** Codes of travel documents (ICAO 9303) that are not ISO 3166-1, and whose they are. */
const DOCUMENT_CODES: Readonly<Record<string, string>> = {
  ...{ D: 'DE', RKS: 'XK', GBD: 'GB', GBN: 'GB', GBO: 'GB', GBP: 'GB', GBS: 'GB' },
  // Codes from before a country changed its own.
  ...{ DDR: 'DE', ROM: 'RO', ZAR: 'CD', TMP: 'TL', BUR: 'MM' },
};

/** Codes of holders and issuers that belong to no country: they are read, and there is nothing to compare. */
const NO_COUNTRY = new Set([
  ...['XXA', 'XXB', 'XXC', 'XXX', 'UNO', 'UNA', 'UNK', 'EUE', 'XOM', 'XPO', 'XCC', 'XCE', 'XCO'],
  ...['XEC', 'XBA', 'XIM', 'XES', 'XMP', 'XDC', 'XCT', 'XSA', 'STATELESS', 'APATRIDE', 'REFUGEE'],
  ...['STAATENLOS', 'APATRIDA', 'APOLIDE', 'ЛИЦО БЕЗ ГРАЖДАНСТВА', 'NONE'],
]);

/** Nationalities in the language of the document that states them, in capitals without accents. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  ...{ DEUTSCH: 'DE', DEUTSCHE: 'DE', DEUTSCHER: 'DE', OSTERREICH: 'AT', OSTERREICHISCH: 'AT' },
  ...{ FRANCAISE: 'FR', FRANCAIS: 'FR', ITALIANA: 'IT', ITALIANO: 'IT', ESPANOLA: 'ES' },
  ...{ ESPANOL: 'ES', PORTUGUESA: 'PT', PORTUGUES: 'PT', NEDERLANDSE: 'NL', NEDERLANDS: 'NL' },
  ...{ BELGE: 'BE', BELG: 'BE', BELGISCH: 'BE', SVENSK: 'SE', SVERIGE: 'SE', DANSK: 'DK' },
  ...{ DANMARK: 'DK', NORSK: 'NO', NORGE: 'NO', SUOMI: 'FI', POLSKIE: 'PL', POLSKA: 'PL' },
  ...{ MAGYAR: 'HU', ROMANA: 'RO', HRVATSKO: 'HR', HRVATSKA: 'HR', 'CESKA REPUBLIKA': 'CZ' },
  ...{ ΕΛΛΗΝΙΚΗ: 'GR', БЪЛГАРИЯ: 'BG', БЪЛГАРСКО: 'BG', УКРАІНА: 'UA', 'Т.C.': 'TR' },
  ...{ 'T.C.': 'TR', TC: 'TR', 'РОССИИСКАЯ ФЕДЕРАЦИЯ': 'RU', РОССИЯ: 'RU', РФ: 'RU' },
  ...{ 'РЕСПУБЛИКА БЕЛАРУСЬ': 'BY', СРБИЈА: 'RS', БЕЛАРУСЬ: 'BY', ҚАЗАҚСТАН: 'KZ' },
  ...{ BRASILEIRA: 'BR', BRASILEIRO: 'BR', MEXICANA: 'MX', MEXICANO: 'MX', ARGENTINA: 'AR' },
  ...{ COLOMBIANA: 'CO', COLOMBIANO: 'CO', VENEZOLANA: 'VE', VENEZOLANO: 'VE', PERUANA: 'PE' },
  ...{ 中国: 'CN', 中國: 'CN', 日本: 'JP', 日本国: 'JP', 대한민국: 'KR', ایران: 'IR', سوريا: 'SY' },
};

const fold = (text: string) =>
  text
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}<]/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

/** One country, or null where the text states none; undefined where it cannot be read. */
function countryIn(text: string): string | null | undefined {
  const stated = fold(text)
    .replace(/^(?:CITIZEN|NATIONAL) OF (?:THE )?/, '')
    .replace(/ (?:CITIZEN|NATIONAL|SUBJECT)$/, '');
  if (NO_COUNTRY.has(stated)) return null;
  return DOCUMENT_CODES[stated] ?? OWN_WORDS[stated] ?? countryCode(stated) ?? undefined;
}

/**
 * The countries a document states. A slash stands between two languages as well as between two
 * countries, so that one readable part is enough; any other list has to be readable as a whole.
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
/** Documents of these print either order. */
const EITHER_ORDER = ['CA', 'PH', 'FM', 'MH', 'PW'];

/** In which order a country prints day and month. */
export function dayMonthOrderOf(country: string | null): DayMonthOrder | null {
  if (country === null || EITHER_ORDER.includes(country)) return null;
  return MONTH_FIRST.includes(country) ? 'month_first' : 'day_first';
}
