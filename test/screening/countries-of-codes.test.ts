import { expect, test } from 'vitest';
import { countryOfCode } from '#packages/watchlist/src/countries.ts';

test.each([
  ['GB', 'GB'],
  ['gb', 'GB'],
  ['GBR', 'GB'],
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['XK', 'XK'],
  ['DEU', 'DE'],
])('country codes: %s is %s', (code, country) => {
  expect(countryOfCode(code)).toBe(country);
});

test.each(['', 'QQ', 'D', 'UAE', 'PRC', 'Iran', 'EU', 'XXA', 'GBN'])('country codes: %s is no code', (code) => {
  expect(countryOfCode(code)).toBeNull();
});
