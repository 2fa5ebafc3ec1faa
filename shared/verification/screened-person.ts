import { dayMonthOrderOf, readDocumentCountries } from './document-country.ts';
import { type DocumentDateRules, MAX_READINGS, readDocumentDate } from './document-date.ts';
import { COMPARED_PARTS, type ComparedPart, DOCUMENT_OUTPUTS, type DocumentPart } from './identity-document.ts';
import type { Outputs } from './run.ts';

/**
 * The person on an identity document, read from the outputs of the document step. A part that the
 * workflow does not read is omitted. A part that is present but unreadable is reported, so that the
 * screening is marked incomplete.
 */
interface ScreenedPerson {
  name: string;
  aliases: string[];
  entityType: 'person';
  country: string | null;
  datesOfBirth: string[];
  nationalities: string[];
  identifiers: { kind: 'passport' | 'national_id'; value: string; country: string | null }[];
}

export interface ScreenedDocument {
  person: ScreenedPerson;
  unreadable: ComparedPart[];
}

const NATIONALITIES = 5;
const NAME_PARTS = ['givenNames', 'middleNames', 'familyName', 'secondFamilyName'] as const;

export function screenedPerson(outputs: Outputs, today: string): ScreenedDocument {
  const name = (part: DocumentPart): string | null => {
    const found = DOCUMENT_OUTPUTS[part].map((key) => outputs[key]).find(isText);
    return found?.trim() ?? null;
  };
  const parts = NAME_PARTS.map(name).filter(isText).join(' ');
  const printed = name('nameAsPrinted');
  const latin = name('name') ?? (parts === '' ? null : parts);

  const issuer = countriesIn(outputs, 'issuingCountry');
  const country = issuer.codes[0] ?? null;
  const nationality = countriesIn(outputs, 'nationality');
  const birth = birthIn(outputs, { today, order: dayMonthOrderOf(country) });
  const numbers = numbersIn(outputs, name('documentType'), country);
  const isReadable: Record<ComparedPart, boolean> = {
    dateOfBirth: birth.isReadable,
    nationality: nationality.isReadable,
    documentNumber: numbers.isReadable,
    issuingCountry: issuer.isReadable,
  };
  return {
    person: {
      name: latin ?? printed ?? '',
      aliases: latin && printed && latin !== printed ? [printed] : [],
      entityType: 'person',
      country,
      datesOfBirth: birth.dates,
      nationalities: nationality.codes.slice(0, NATIONALITIES),
      identifiers: numbers.identifiers,
    },
    unreadable: COMPARED_PARTS.filter((part) => !isReadable[part]),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

interface Stated {
  texts: string[];
  /** False if a value is present that is not text. */
  isReadable: boolean;
}

/** Texts of an output. A number counts as its digits, a list as several values. */
function statedIn(value: unknown): Stated {
  if (value === undefined || value === null || value === '') return { texts: [], isReadable: true };
  if (typeof value === 'string') return { texts: isText(value) ? [value.trim()] : [], isReadable: true };
  if (Number.isSafeInteger(value)) return { texts: [String(value)], isReadable: true };
  if (!Array.isArray(value)) return { texts: [], isReadable: false };
  const all = value.map(statedIn);
  return {
    texts: all.flatMap(({ texts }) => texts),
    isReadable: all.every(({ isReadable }) => isReadable),
  };
}

/** The first output for a part that has a value. */
function firstStated(outputs: Outputs, part: DocumentPart): Stated {
  const all = DOCUMENT_OUTPUTS[part].map((key) => statedIn(outputs[key]));
  return all.find(({ texts, isReadable }) => texts.length > 0 || !isReadable) ?? NOTHING;
}
const NOTHING: Stated = { texts: [], isReadable: true };

function countriesIn(outputs: Outputs, part: 'issuingCountry' | 'nationality') {
  const { texts, isReadable } = firstStated(outputs, part);
  const read = texts.map(readDocumentCountries);
  return {
    codes: [...new Set(read.flatMap(({ codes }) => codes))],
    isReadable: isReadable && read.every((one) => one.isReadable),
  };
}

function birthIn(outputs: Outputs, rules: DocumentDateRules) {
  const { texts, isReadable } = firstStated(outputs, 'dateOfBirth');
  const read = texts.map((text) => readDocumentDate(text, rules));
  const dates = [...new Set(read.flat())];
  const isWhole = isReadable && read.every((readings) => readings.length > 0);
  return {
    dates: dates.slice(0, MAX_READINGS),
    isReadable: isWhole && dates.length <= MAX_READINGS,
  };
}

type NumberKey = (typeof DOCUMENT_OUTPUTS.documentNumber)[number];
const KIND_OF_KEY: Partial<Record<NumberKey, 'passport' | 'national_id'>> = {
  passport_number: 'passport',
  passport_no: 'passport',
  national_id_number: 'national_id',
  national_id: 'national_id',
  identity_number: 'national_id',
  personal_number: 'national_id',
};

/** All document numbers, without fillers of the machine-readable zone. */
function numbersIn(outputs: Outputs, type: string | null, country: string | null) {
  const stated = DOCUMENT_OUTPUTS.documentNumber.map((key) => {
    return { kind: KIND_OF_KEY[key] ?? kindOf(type), ...statedIn(outputs[key]) };
  });
  const found = stated.flatMap(({ kind, texts }) =>
    texts.map((text) => ({ kind, value: text.replace(/</g, ' ').trim(), country })),
  );
  const isNumber = ({ value }: { value: string }) => /[\p{L}\p{Nd}]/u.test(value);
  const byValue = new Map(found.filter(isNumber).map((one) => [`${one.kind} ${one.value}`, one]));
  return {
    identifiers: [...byValue.values()],
    isReadable: stated.every(({ isReadable }) => isReadable) && found.every(isNumber),
  };
}

/** `P` and a filler or letter is a passport in the machine-readable zone. */
const PASSPORT = /pass?port|passeport|pasaporte|passaporto|reisepass|паспорт|^p[a-z<]?$/i;
const kindOf = (type: string | null) =>
  type !== null && PASSPORT.test(type) ? ('passport' as const) : ('national_id' as const);
