import { expect, test } from 'vitest';
import { isEquivalent } from '../src/equivalents/sign.ts';
import { isJoined } from '../src/joined-words.ts';
import { newNameTables } from '../src/name-tables.ts';
import { normaliseIdentifier } from '../src/normalise-identifier.ts';
import { searchTerms } from '../src/search-terms.ts';
import { TERM_BUILDER_VERSION } from '../src/term-builder-version.ts';

const tables = newNameTables();

const named = (...texts: string[]) => ({
  kind: 'person' as const,
  names: texts.map((text) => ({ text, isWeak: false })),
  identifiers: [],
});

test('version 3 and later find names one letter off', () => {
  expect(TERM_BUILDER_VERSION).toBeGreaterThanOrEqual(3);
});

test('an entry is found by every word of every name, and by none of its particles', () => {
  const { exact } = searchTerms(tables, named('Boris de la Fuente', 'Boryss'));

  const words = [...exact].filter((term) => !isJoined(term) && !isEquivalent(term));
  expect(words.sort()).toEqual(['boris', 'boryss', 'fuente']);
});

test('search terms: a name joined with its particles is a term, but never found one letter off', () => {
  const { exact, oneOff } = searchTerms(tables, named('Boris de la Fuente', 'Bank of the Fuente'));

  expect([...exact].filter(isJoined).sort()).toEqual(['+delafuente', '+lafuente']);
  expect([...oneOff].sort()).toEqual(['boris', 'fuente']);
});

test('and by the keys of other Latin spellings of its words', () => {
  const { exact, oneOff } = searchTerms(tables, named('Hassan Petrov'));
  const other = searchTerms(tables, named('Hasan Petroff'));

  const shared = [...exact].filter((term) => other.exact.has(term));
  expect(shared.filter(isEquivalent)).toEqual(shared);
  expect(shared.length).toBeGreaterThanOrEqual(2);
  expect([...oneOff].some(isEquivalent)).toBe(false);
});

test('only words of five letters or more are also found one letter off', () => {
  const { oneOff } = searchTerms(tables, named('Ivan Olegov Petrenko', '金正恩同志们'));

  expect([...oneOff].sort()).toEqual(['olegov', 'petrenko']);
});

test('documents and wallets are terms of their own kind', () => {
  const { exact } = searchTerms(tables, {
    ...named('Anna'),
    identifiers: [
      { kind: 'passport', value: 'ab 12-34', country: 'FR' },
      { kind: 'wallet', value: '0xAbCd000000000000000000000000000000000001', country: null },
    ],
  });

  expect([...exact]).toEqual(
    expect.arrayContaining(['document=AB1234', 'wallet=0xabcd000000000000000000000000000000000001']),
  );
});

test.each([
  ['wallet', '149w62rY42aZBox8fGcmqNsXUzSStKeq8C', '149w62rY42aZBox8fGcmqNsXUzSStKeq8C'],
  ['wallet', ' BC1QXY2KGDYGJRSQTZQ2N0YRF2493P83KKFJHX0WLH', 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'],
  ...(
    [
      'qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2',
      'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2',
      'BITCOINCASH:QR6M7J9NJLDWWZLG9V7V53UNLR4JKMX6EYLEP8EKG2',
    ] as const
  ).map((value) => ['wallet', value, 'qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2'] as const),
  ['wallet', 'bitcoin:149w62rY42aZBox8fGcmqNsXUzSStKeq8C', '149w62rY42aZBox8fGcmqNsXUzSStKeq8C'],
  [
    'wallet',
    'eip155:1:0xAbCd000000000000000000000000000000000001@1?value=1',
    '0xabcd000000000000000000000000000000000001',
  ],
  ['national_id', '12.345/678-9', '123456789'],
  ['registration_number', 'hrb 1234 b', 'HRB1234B'],
] as const)('a %s %s is compared as %s', (kind, value, expected) => {
  expect(normaliseIdentifier({ kind, value })?.value).toBe(expected);
});

test('an identifier of signs alone is none', () => {
  expect(normaliseIdentifier({ kind: 'passport', value: ' -/- ' })).toBeUndefined();
});
