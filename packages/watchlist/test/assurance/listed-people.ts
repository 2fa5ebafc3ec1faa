import { innocentCustomers } from '../../src/assurance/innocents.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';

/** An invented list: names that every class can be made of, with dates of birth and countries. */
const SPECIAL: readonly [name: string, kind: ListedEntry['kind']][] = [
  ['Abdul Rahman al-Zawari', 'person'],
  ['Johannes van der Meulenkamp', 'person'],
  ['Sergey Vladimirovich Khoroshilov', 'person'],
  ['Mahmoud Mohammed Khalil Ahmad al-Dulaimi al-Jabouri', 'person'],
  ['Northern Marine Engineering Services LLC', 'entity'],
  ['Kestrel International Trading Group', 'entity'],
  ['Meridian General Petroleum Equipment Manufacturing and Shipping Company', 'entity'],
  [
    'Federal State Unitary Enterprise Central Scientific Research Institute for Measuring Instruments of the Northern ' +
      'Maritime Region and Adjacent Territories Limited',
    'entity',
  ],
];

export function listedPeople(count: number): ListedEntry[] {
  const invented = innocentCustomers(count - SPECIAL.length, 99).map(({ name, kind, country, dateOfBirth }) => ({
    name,
    kind,
    country,
    dateOfBirth: dateOfBirth ?? '1970-05-17',
  }));
  const special = SPECIAL.map(([name, kind]) => ({ name, kind, country: 'RU', dateOfBirth: '1964-11-23' }));
  return [...special, ...invented].map(({ name, kind, country, dateOfBirth }, at) => ({
    id: `L-${at}`,
    kind,
    names: [{ text: name, isWeak: false }],
    births: kind === 'person' ? [{ from: dateOfBirth, to: dateOfBirth, isCirca: false }] : [],
    countries: [country],
    identifiers: [],
    programmes: [],
  }));
}
