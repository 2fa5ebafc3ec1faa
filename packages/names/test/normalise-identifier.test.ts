import { expect, test } from 'vitest';
import { inEveryGroup, isLei, normaliseIdentifier } from '../src/normalise-identifier.ts';
import { isShipNumber, shipNumbersIn } from '../src/ship-names.ts';

const numberOf = (value: string) => normaliseIdentifier({ kind: 'registration_number', value })?.value;

test.each([
  ['۶۵۷۹۷۲۶۹۷۰', '6579726970'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['１２３', '123'],
  ['ab 12-34/5', 'AB12345'],
])('digits are digits in any script: %s', (written, number) => {
  expect(numberOf(written)).toBe(number);
});

test.each([
  ['IMO 9116412', '9116412'],
  ['imo9116412', '9116412'],
  ['IMO 12', 'IMO12'],
])('the number of a ship with its letters and without: %s', (written, number) => {
  expect(numberOf(written)).toBe(number);
});

test.each([
  ['9116412', true],
  ['9074729', true],
  ['9116413', false],
  ['911641', false],
  ['1116418', false],
])('%s is the number of a ship: %s', (value, isShip) => {
  expect(isShipNumber({ group: 'registration', value, country: null })).toBe(isShip);
  expect(isShipNumber({ group: 'document', value, country: null })).toBe(false);
});

test.each([
  ['INN 165506143613', '165506143613'],
  ['INN165506143613', '165506143613'],
  ['инн: 165506143613', '165506143613'],
  ['OGRN No. 1027700132195', '1027700132195'],
  ['VAT DE 123456789', 'DE123456789'],
  ['TIN #041104686952', '041104686952'],
  ['RIF J-31234567-8', 'J312345678'],
  ['LEI: 253400T8G8SXRUHTL526', '253400T8G8SXRUHTL526'],
  ['Passport No. QF 0011223', 'QF0011223'],
  ['Tax ID 5566778899', '5566778899'],
  ['HRB 14604', 'HRB14604'],
  ['TINKA 77', 'TINKA77'],
  ['VAT', 'VAT'],
])('a label before a number is no part of it: %s', (written, number) => {
  expect(numberOf(written)).toBe(number);
});

test.each([
  ['wallet', '52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886e0f7030069857d2e4169ee7'],
  ['bic', 'SWIFT: rfcb ru mm xxx', 'RFCBRUMM'],
  ['bic', 'RFCBRUMM', 'RFCBRUMM'],
  ['email', ' mailto:Info@Example.COM', 'info@example.com'],
  ['website', 'https://www.Example.com/about?x=1', 'example.com'],
  ['website', 'http://example.com:8080', 'example.com'],
  ['website', 'https://www.facebook.com/somebody/', 'facebook.com/somebody'],
] as const)('a %s is compared by what names its owner: %s', (kind, value, compared) => {
  expect(normaliseIdentifier({ kind, value })).toEqual({ group: kind, value: compared, country: null });
});

test.each([
  ['253400T8G8SXRUHTL526', true],
  ['253400T8G8SXRUHTL527', false],
  ['253400T8G8SXRUHTL5', false],
])('an LEI has check digits: %s %s', (value, isValid) => {
  expect(isLei(value)).toBe(isValid);
  const group = isValid ? 'lei' : 'registration';
  for (const kind of ['lei', 'registration_number', 'tax_id'] as const)
    expect(normaliseIdentifier({ kind, value })).toEqual({ group, value, country: null });
});

test('a number of six characters or more is looked up as a document and as a registration, another once', () => {
  const groupsOf = (kind: 'passport' | 'tax_id' | 'wallet', value: string) => {
    const identifier = normaliseIdentifier({ kind, value });
    return identifier && inEveryGroup(identifier).map(({ group }) => group);
  };

  expect(groupsOf('passport', '123456')).toEqual(['document', 'registration']);
  expect(groupsOf('tax_id', '123456')).toEqual(['document', 'registration']);
  expect(groupsOf('passport', '12345')).toEqual(['document']);
  expect(groupsOf('wallet', 'abcdefgh')).toEqual(['wallet']);
});

test.each([
  ['NEPTUN IMO 9116412', 'NEPTUN', ['9116412']],
  ['imo9116412 Neptun', 'Neptun', ['9116412']],
  ['Neptun (IMO No. 9116412), flag PA', 'Neptun ( ), flag PA', ['9116412']],
  ['NEPTUN IMO 9116413', 'NEPTUN IMO 9116413', []],
  ['NEPTUN 9116412', 'NEPTUN 9116412', []],
  ['TIMO 9116412', 'TIMO 9116412', []],
  ['IMO 9116412', 'IMO 9116412', ['9116412']],
])('the number of a ship is read in a name: %s', (text, name, numbers) => {
  expect(shipNumbersIn(text)).toEqual({ name, numbers });
});
