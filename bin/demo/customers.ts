import { seededRandom } from './random.ts';

/** Invented customers. Their names are stationery, so that they are not mistaken for real ones. */
export interface Customer {
  /** From 1 to 60. */
  number: number;
  kind: 'person' | 'business' | 'account';
  externalId: string;
  name: string;
  country: string;
  dateOfBirth: string | undefined;
  /** Days before today at which the customer was first seen. */
  sinceDays: number;
  isDocumentVerified: boolean;
  emailAgeDays: number;
  isEmailDisposable: boolean;
  volumeEur: number;
  chargebacks: number;
}

const CUSTOMERS = 60;
const SEED = 20_261_117;

const FIRST = ['Penelope', 'Ferdinand', 'Ottilie', 'Barnaby', 'Clementine', 'Leopold', 'Marigold'];
const LAST = ['Foolscap', 'Blotter', 'Inkpot', 'Paperclip', 'Vellum', 'Pencilton', 'Eraserby'];
const TRADE = ['Stationers', 'Bindery', 'Paper Mill', 'Quill Works', 'Envelope Factory'];
const COUNTRIES = ['DE', 'FR', 'NL', 'PL', 'ES', 'IT', 'SE', 'GB', 'US', 'BR'];

/** The customers of this week, from this number on, and the days before today at which they signed up. */
export const FIRST_NEWCOMER = 41;
const NEWCOMERS_SINCE = [6, 6, 5, 5, 4, 4, 4, 3, 3, 1, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0];
/** Of the others: three signed up in two weeks. */
const [OLDEST, NEWEST] = [87, 12];

/** What makes a customer worth a look, by points of the policy. */
const UNVERIFIED = { isDocumentVerified: false };
const ABROAD = { country: 'PA', emailAgeDays: 12 };
const DISPOSABLE = { country: 'AE', isEmailDisposable: true };
const RESTRICTED = { isDocumentVerified: false, country: 'AE', emailAgeDays: 3 };

/** Names like those on the invented lists, by customer number. */
const LISTED: Record<number, Partial<Customer>> = {
  7: { name: 'Ambrose Quillfeather', country: 'IR', dateOfBirth: '1961-04-17', sinceDays: 88 },
  10: { name: 'Inkwell Holding, S.A.', country: 'SY', sinceDays: 45 },
  12: { name: 'Feliciano Reyes Papel', country: 'ES', dateOfBirth: '1979-12-01', sinceDays: 38 },
  15: { name: 'Papír & Fia', country: 'NL', sinceDays: 62 },
  18: { name: 'Reyes Papel Feliciano', country: 'FR', dateOfBirth: '1996-09-18', sinceDays: 33 },
  23: { name: 'Feliciano R. Papel', country: 'IT', dateOfBirth: '1968-08-10', sinceDays: 26 },
  31: { name: 'Gustav Staple', country: 'RU', dateOfBirth: '1958', sinceDays: 20 },
  35: { name: 'Staple Works', country: 'GB', sinceDays: 5 },
  44: { name: 'Feliciano Reyes Papel', country: 'BR', dateOfBirth: '1981-05-13', sinceDays: 2 },
  47: { name: 'Gustav Staple', country: 'RU', dateOfBirth: '1959', sinceDays: 3 },
  50: { name: 'Inkwell Holding', country: 'DE', sinceDays: 1 },
  52: { name: 'Gustav Adolf van Staples', country: 'RU', dateOfBirth: '1958-03-12', sinceDays: 2 },
  55: { name: 'Blue Stapler Trading', country: 'AE', sinceDays: 1 },
  58: { kind: 'business', name: 'Papír & Fia Kft.', country: 'HU', sinceDays: 0 },
};

/** The others whose life does not depend on chance, by customer number. */
const CHOSEN: Record<number, Partial<Customer>> = {
  9: { ...UNVERIFIED, sinceDays: 14 },
  16: { ...UNVERIFIED, sinceDays: 9 },
  17: { ...UNVERIFIED, sinceDays: 55 },
  20: { volumeEur: 9_000, chargebacks: 1 },
  21: UNVERIFIED,
  22: { volumeEur: 30_000, chargebacks: 5 },
  25: { ...UNVERIFIED, sinceDays: 40 },
  27: UNVERIFIED,
  28: { ...DISPOSABLE, sinceDays: 11 },
  33: { ...RESTRICTED, sinceDays: 8 },
  39: UNVERIFIED,
  41: UNVERIFIED,
  43: ABROAD,
  46: DISPOSABLE,
  49: UNVERIFIED,
  51: UNVERIFIED,
  53: ABROAD,
  54: RESTRICTED,
  57: DISPOSABLE,
  59: UNVERIFIED,
  60: RESTRICTED,
};

export const customers: readonly Customer[] = inventCustomers();

function inventCustomers(): Customer[] {
  const random = seededRandom(SEED);
  const oneOf = (options: readonly string[]) => options[Math.floor(random() * options.length)] ?? '';
  const upTo = (max: number) => Math.floor(random() * max);
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const number = index + 1;
    const kind = number % 20 === 0 ? 'account' : number % 5 === 0 ? 'business' : 'person';
    const isPerson = (LISTED[number]?.kind ?? kind) === 'person';
    const since = OLDEST - Math.floor((index * (OLDEST - NEWEST)) / (FIRST_NEWCOMER - 1));
    return {
      number,
      kind,
      externalId: `customer-${String(number).padStart(4, '0')}`,
      name: isPerson ? `${oneOf(FIRST)} ${oneOf(LAST)}` : `${oneOf(LAST)} ${oneOf(TRADE)}`,
      country: oneOf(COUNTRIES),
      dateOfBirth: isPerson ? `${1950 + upTo(55)}-0${1 + upTo(9)}-1${upTo(10)}` : undefined,
      sinceDays: NEWCOMERS_SINCE[number - FIRST_NEWCOMER] ?? since,
      isDocumentVerified: random() < 0.9,
      emailAgeDays: random() < 0.15 ? 8 + upTo(20) : 30 + upTo(3_000),
      isEmailDisposable: false,
      volumeEur: Math.round(random() ** 3 * 60_000),
      chargebacks: random() < 0.1 ? 1 + upTo(3) : 0,
      ...CHOSEN[number],
      ...LISTED[number],
    };
  });
}

export const isListed = ({ number }: Customer) => number in LISTED;

/** What the bank itself knows of its customer, which the console shows beside a listed entry. */
export function subjectCard(kind: string, externalId: string): object | undefined {
  const customer = customers.find((one) => one.kind === kind && one.externalId === externalId);
  if (!customer) return undefined;
  const { name, dateOfBirth, country } = customer;
  return { names: [name], dateOfBirth: dateOfBirth ?? null, nationalities: [country] };
}
