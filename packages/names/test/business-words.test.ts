import { describe, expect, test } from 'vitest';
import { businessKeys } from '../src/equivalents/business-words.ts';

const meets = (a: string, b: string) => businessKeys(a).some((key) => businessKeys(b).includes(key));

describe('a generic word of a company’s name is the same word', () => {
  test.each(
    (
      'intl international, trdg trading, grp group, bk bank, rep republic, mfg manufacturing, shpg shipping, ' +
      'svcs services, hldgs holdings, mgmt management, natl national, constr construction, dev development, ' +
      'agriculture agricultural, industries industrial, centre center, organisation organization, univ university'
    )
      .split(', ')
      .map((pair) => pair.split(' ') as [string, string]),
  )('%s and %s', (one, other) => {
    expect(meets(one, other)).toBe(true);
  });

  test.each([
    ['national', 'international'],
    ['marine', 'maritime'],
    ['ban', 'bank'],
    ['rosneft', 'petroleum'],
  ])('but not %s and %s', (one, other) => {
    expect(meets(one, other)).toBe(false);
  });
});

test.each(['com', 'pro', 'ali', 'rosneft', 'constructor', ''])(
  'a word that may abbreviate too many, or none, has no keys: %s',
  (word) => {
    expect(businessKeys(word)).toEqual([]);
  },
);
