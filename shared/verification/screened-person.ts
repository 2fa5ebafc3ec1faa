import { countryCode } from '#shared/screening/countries.ts';
import { DOCUMENT_OUTPUTS, type DocumentPart } from './identity-document.ts';
import type { Outputs } from './run.ts';

/**
 * The person on an identity document, as the screening step reads it off the document's outputs. Any
 * script may stand in a name; what a workflow does not read out is left out.
 */
export interface ScreenedPerson {
  name: string;
  aliases: string[];
  entityType: 'person';
  country: string | null;
  datesOfBirth: string[];
  nationalities: string[];
  identifiers: { kind: 'passport' | 'national_id'; value: string; country: string | null }[];
}

export function screenedPerson(outputs: Outputs): ScreenedPerson {
  const read = (part: DocumentPart): string | null => {
    const found = DOCUMENT_OUTPUTS[part].map((key) => outputs[key]).find(isText);
    return found?.trim() ?? null;
  };
  const parts = [read('givenNames'), read('familyName')].filter(isText).join(' ');
  const printed = read('nameAsPrinted');
  const latin = read('name') ?? (parts === '' ? null : parts);
  const country = countryIn(read('issuingCountry'));
  const number = read('documentNumber');
  const nationality = countryIn(read('nationality'));
  const birth = read('dateOfBirth');
  return {
    name: latin ?? printed ?? '',
    aliases: latin && printed && latin !== printed ? [printed] : [],
    entityType: 'person',
    country,
    datesOfBirth: birth && /^\d{4}(-\d{2}){0,2}$/.test(birth) ? [birth] : [],
    nationalities: nationality ? [nationality] : [],
    identifiers: number ? [{ kind: kindOf(read('documentType')), value: number, country }] : [],
  };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

/** Codes of travel documents that are no country's in ISO 3166, and whose they are. */
const DOCUMENT_CODES: Readonly<Record<string, string>> = {
  ...{ D: 'DE', RKS: 'XK', GBD: 'GB', GBN: 'GB', GBO: 'GB', GBP: 'GB', GBS: 'GB' },
};

/** Lists are compared by codes of two letters; machine-readable documents state three. */
function countryIn(text: string | null): string | null {
  const stated = text?.replace(/</g, '').trim().toUpperCase() ?? '';
  return DOCUMENT_CODES[stated] ?? countryCode(stated);
}

const kindOf = (type: string | null) =>
  type !== null && /passport/i.test(type) ? ('passport' as const) : ('national_id' as const);
