import { expect, test } from 'vitest';
import { countryCode, leadingCountryCode } from '../../src/countries.ts';

test.each([
  ['Russia', 'RU'],
  ['RUSSIAN FEDERATION', 'RU'],
  ['Korea, North', 'KP'],
  ["Democratic People's Republic of Korea", 'KP'],
  ['Korea, South', 'KR'],
  ['Syrian Arab Republic', 'SY'],
  ['Burma', 'MM'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['Congo', 'CG'],
  ['Côte d’Ivoire', 'CI'],
  ['St. Kitts & Nevis', 'KN'],
  ['The Gambia', 'GM'],
  ['Bosnia-Herzegovina', 'BA'],
  ['Turkey', 'TR'],
  ['Palestinian', 'PS'],
  ['China, Hong Kong Special Administrative Region', 'HK'],
  ['British', 'GB'],
  ['IRQ', 'IQ'],
  ['us', 'US'],
])('%s is %s', (name, code) => {
  expect(countryCode(name)).toBe(code);
});

test.each(['', 'Atlantis', 'CS', 'Korea', 'possibly Palestinian', '00', 'BR 69980000'])(
  '"%s" names no country for certain',
  (name) => {
    expect(countryCode(name)).toBeNull();
  },
);

test.each([
  ['Libya number', 'LY'],
  ['British passport number. Issued in Tripoli, Libya', 'GB'],
  ['Central African Republic number', 'CF'],
  ['(Afghan) (tazkira)', 'AF'],
  ['Issued in Jordan', null],
  ['ID number', null],
  ['', null],
])('"%s" begins with the country %s', (remark, code) => {
  expect(leadingCountryCode(remark)).toBe(code);
});
