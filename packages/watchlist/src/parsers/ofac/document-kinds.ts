import type { ListedEntry, ListedIdentifier } from '../../listed-entry.ts';

type Kind = ListedIdentifier['kind'];

/**
 * The kind of a document by the publisher's label. Other labels (tickers, phone numbers, bank
 * codes, dates) do not identify a party for our purpose.
 */
const PASSPORT = /\bpassport\b|^travel document number/i;

const NATIONAL_ID = new RegExp(
  [
    '^national id no',
    '^national foreign id',
    '^(?:\\w+ )?personal id',
    '^tazkira',
    '^cedula',
    '^c\\.u\\.r\\.p',
    '^c\\.u\\.i\\.(?!t)',
    '^d\\.n\\.i',
    '^i\\.f\\.e',
    '^le number',
    '^ssn$',
    '^credencial electoral',
    '^electoral registry',
    '^numero de identidad',
    '^residency number',
    '^citizen.s card',
    '^(?:kenyan|turkish|uae|refugee) (?:id|identification)',
    '^birth certificate',
    '^driver.s licen[cs]e',
    '^cartilla de servicio militar',
    '^military registration',
    '^stateless person id',
  ].join('|'),
  'i',
);

const REGISTRATION = new RegExp(
  [
    'registration (?:number|id|document|identification)',
    '^company number',
    '^uk company number',
    '^commercial registry',
    '^(?:romanian )?c\\.r\\. ?(?:no|#)?',
    '^folio mercantil',
    '^matricula mercantil',
    'social credit code',
    '^trade license',
    '^license',
    '^government gazette',
    '^legal entity number',
    '^enterprise number',
    '^branch unit number',
    '^chamber of commerce',
    'chamber of comm',
    '^economic register',
    '^central registration system',
    '^business number',
    '^certificate of incorporation',
    '^registered charity',
    '^file number',
    '^permit number',
    '^mmsi',
    '^aircraft tail number',
    '^aircraft manufacturer.s serial',
    '^aircraft construction number',
  ].join('|'),
  'i',
);

const TAX = new RegExp(
  [
    '^tax id',
    '^r\\.?f\\.?c\\.?$',
    '^nit\\b',
    '^ruc\\b',
    '^rif\\b',
    '^rtn\\b',
    '^c\\.u\\.i\\.t',
    '^c\\.i\\.f',
    '^v\\.a\\.t',
    '^italian fiscal code',
    '^us fein',
    'tax identification',
  ].join('|'),
  'i',
);

/**
 * The same label for a company means a registration number. Null if the number does not identify a
 * party.
 */
export function documentKind(label: string, owner: ListedEntry['kind']): Kind | null {
  if (/^digital currency address/i.test(label)) return 'wallet';
  if (/^swift\/bic/i.test(label)) return 'bic';
  if (/^email address/i.test(label)) return 'email';
  if (/^website/i.test(label)) return 'website';
  if (PASSPORT.test(label)) return 'passport';
  if (TAX.test(label)) return 'tax_id';
  if (NATIONAL_ID.test(label) || /^identification number/i.test(label))
    return owner === 'person' ? 'national_id' : 'registration_number';
  return REGISTRATION.test(label) ? 'registration_number' : null;
}

/** Numbers of registers that tell where a company is registered. */
export const statesRegistration = (label: string) => REGISTER.test(label);

const REGISTER = new RegExp(
  [
    '^(?:business |commercial |public )?(?:registration|registry) number',
    '^registration id',
    '^(?:uk )?company number',
    '^unified social credit',
  ].join('|'),
  'i',
);
