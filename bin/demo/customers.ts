import { seededRandom } from './random.ts';

/** Invented customers. Their names are stationery, so that they are not mistaken for real ones. */
export interface Customer {
  /** From 1 to 120. */
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

const CUSTOMERS = 120;
const SEED = 20_261_117;
/** The demo is about the last quarter. */
const FIRST_DAY = 88;

const FIRST = ['Penelope', 'Ferdinand', 'Ottilie', 'Barnaby', 'Clementine', 'Leopold', 'Marigold'];
const LAST = ['Foolscap', 'Blotter', 'Inkpot', 'Paperclip', 'Vellum', 'Pencilton', 'Eraserby'];
const TRADE = ['Stationers', 'Bindery', 'Paper Mill', 'Quill Works', 'Envelope Factory'];
const COUNTRIES = ['DE', 'FR', 'NL', 'PL', 'ES', 'IT', 'SE', 'GB', 'US', 'BR', 'AE', 'PA'];

/** Names like those on the invented lists, by customer number. */
const LISTED: Record<number, Partial<Customer>> = {
  7: { name: 'Ambrose Quillfeather', country: 'IR', dateOfBirth: '1961-04-17', sinceDays: 88 },
  19: { name: 'Tobias Ambrose Quilfether', country: 'DE', dateOfBirth: '1988-09-02', sinceDays: 40 },
  26: { name: 'Gustaf Staple', country: 'SE', dateOfBirth: '1983-06-11' },
  31: { name: 'Gustav Staple', country: 'RU', dateOfBirth: '1958', sinceDays: 64 },
  38: { name: 'Feliciana Reyes Papel', country: 'ES', dateOfBirth: '1990-02-14' },
  44: { name: 'Gustav Staples', country: 'NL', dateOfBirth: '1991-03-30' },
  53: { name: 'Odon Papir', country: 'HU', dateOfBirth: '1985-10-12' },
  58: { name: 'Feliciano Reyes Papel', country: 'ES', dateOfBirth: '1979-12-01' },
  62: { name: 'Gustav A. Staples', country: 'DE', dateOfBirth: '1994-01-11' },
  65: { kind: 'business', name: 'Papír & Fia', country: 'NL' },
  73: { name: 'Ödön Papír', country: 'HU', dateOfBirth: '1970-01-01' },
  79: { name: 'Oedoen Papir', country: 'SE', dateOfBirth: '1992-03-19' },
  82: { name: 'Reyes Papel Feliciano', country: 'FR', dateOfBirth: '1996-09-18' },
  86: { name: 'Ambroise Quillfeather', country: 'FR', dateOfBirth: '1999-05-05' },
  93: { name: 'Gustavo Staples', country: 'BR', dateOfBirth: '1981-05-13' },
  97: { name: 'Feliciano R. Papel', country: 'IT', dateOfBirth: '1968-08-10' },
  105: { kind: 'business', name: 'Inkwell Holding', country: 'DE' },
  110: { kind: 'business', name: 'Staple Works', country: 'GB' },
  111: { name: 'Ödön Papir', country: 'US', dateOfBirth: '1989-04-16' },
  114: { name: 'Gustav Adolf Staples', country: 'PL', dateOfBirth: '1977-07-17' },
  115: { kind: 'business', name: 'Blue Stapler Trading', country: 'AE' },
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
    const isCareless = random() < 0.2;
    return {
      number,
      kind,
      externalId: `customer-${String(number).padStart(4, '0')}`,
      name: isPerson ? `${oneOf(FIRST)} ${oneOf(LAST)}` : `${oneOf(LAST)} ${oneOf(TRADE)}`,
      country: oneOf(COUNTRIES),
      dateOfBirth: isPerson ? `${1950 + upTo(55)}-0${1 + upTo(9)}-1${upTo(10)}` : undefined,
      sinceDays: 1 + upTo(FIRST_DAY),
      isDocumentVerified: !isCareless || random() < 0.5,
      emailAgeDays: isCareless ? upTo(20) : 30 + upTo(3_000),
      isEmailDisposable: isCareless && random() < 0.3,
      volumeEur: Math.round(random() ** 3 * 60_000),
      chargebacks: random() < 0.08 ? 1 + upTo(8) : 0,
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
