import type { Below } from './dice.ts';
import { diceFor, pickOne } from './dice.ts';
import { type CountryWords, NAME_WORDS, wordsIn } from './name-words.ts';

/** A customer who is on no list, unless by chance. */
export interface UnlistedCustomer {
  name: string;
  kind: 'person' | 'entity';
  country?: string;
  dateOfBirth?: string;
  /** Shown in place of a customer who exists, with no fact and no word of the name. */
  label?: string;
}

/** One that is composed of common words. */
export interface InnocentCustomer extends UnlistedCustomer {
  country: string;
}

/** Nine persons to one company. */
const PEOPLE_OF_TEN = 9;
const TRIES = 200;

const INITIALS = 'ABCDEJLMRST';

function personOf({ code, patterns, given, family, middle }: CountryWords, below: Below): InnocentCustomer {
  const any = (text: string | undefined) => pickOne(wordsIn(text), below) ?? '';
  const partOf: Record<string, () => string> = {
    g: () => any(given),
    f: () => any(family),
    m: () => any(middle),
    x: () => any(middle),
    i: () => `${pickOne([...INITIALS], below)}.`,
  };
  const pattern = pickOne(patterns, below) ?? 'g f';
  const name = pattern
    .split(' ')
    .map((part) => partOf[part]?.() ?? '')
    .join(' ');
  const [month, day] = [1 + below(12), 1 + below(28)].map((part) => String(part).padStart(2, '0'));
  return { name, kind: 'person', country: code, dateOfBirth: `${1940 + below(66)}-${month}-${day}` };
}

const STEMS = wordsIn(`
  Albion Alder Amber Arbour Arden Aurora Beacon Birch Bluewater Brightfield Brook Cedar Clearwater Copper Corner Crescent Delta
  Drift Eastgate Elm Ember Fairway Falcon Fern Glen Golden Granite Green Harbour Hawthorn Highland Horizon Iron Ivory Juniper
  Kestrel Lakeside Lantern Laurel Lime Lotus Maple Meadow Meridian Midland Mill Moor Northern Oak Ocean Olive Orchard Orion Pearl
  Pine Pioneer Quarry Quartz Raven Redwood River Rowan Sable Saffron Silver Solar Southern Spring Star Stone Summit Sunrise
  Swift Tern Thistle Timber Union Unity Valley Vector Verde Vista Westgate Willow Winter Zenith`);
const TRADES = wordsIn(`
  Trading Logistics Engineering Consulting Textiles Foods Bakery Shipping Motors Pharma Energy Software Construction Furniture
  Printing Insurance Holding Investments Travel Electronics Chemicals Metals Farms Media Services Tools Packaging Ceramics Optics
  Transport`);
const FORMS: Readonly<Record<string, readonly string[]>> = {
  GB: ['Ltd', 'Limited', 'PLC'],
  US: ['Inc', 'LLC', 'Corp'],
  DE: ['GmbH', 'AG'],
  FR: ['SARL', 'SAS'],
  ES: ['SL', 'SA'],
  AE: ['LLC', 'FZE'],
  CN: ['Co., Ltd.'],
  TR: ['A.S.', 'Ltd Sti'],
};

function companyOf(below: Below): InnocentCustomer {
  const country = pickOne(Object.keys(FORMS), below) ?? 'GB';
  const stem = below(3) === 0 ? `${pickOne(STEMS, below)} ${pickOne(STEMS, below)}` : (pickOne(STEMS, below) ?? '');
  return { name: `${stem} ${pickOne(TRADES, below)} ${pickOne(FORMS[country] ?? [], below)}`, kind: 'entity', country };
}

/** Customers with different names, the same for the same seed. */
export function innocentCustomers(count: number, seed: number): InnocentCustomer[] {
  const below = diceFor('innocents', seed);
  const customers = new Map<string, InnocentCustomer>();
  for (let tries = 0; customers.size < count && tries < count * TRIES; tries += 1) {
    const words = NAME_WORDS[tries % NAME_WORDS.length];
    const one = words && below(10) < PEOPLE_OF_TEN ? personOf(words, below) : companyOf(below);
    if (!customers.has(one.name)) customers.set(one.name, one);
  }
  return [...customers.values()];
}
