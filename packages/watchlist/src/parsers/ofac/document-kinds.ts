import type { ListedEntry, ListedIdentifier } from '../../listed-entry.ts';

type Kind = ListedIdentifier['kind'];

/**
 * Which of our kinds a document of the list is, by the label the publisher gives it. Labels that are
 * not here (tickers, phone numbers, bank codes, dates) identify nobody for our purpose.
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

/** Numbers of persons and companies alike. */
const OF_BOTH = new RegExp(
  [
    '^tax id',
    '^identification number',
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
 * A state numbers companies as it numbers people: theirs are registration numbers. Null when the
 * label says that the number identifies nobody.
 */
export function documentKind(label: string, owner: ListedEntry['kind']): Kind | null {
  if (/^digital currency address/i.test(label)) return 'wallet';
  if (PASSPORT.test(label)) return 'passport';
  if (NATIONAL_ID.test(label) || OF_BOTH.test(label))
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
