import { expect, test } from 'vitest';
import { normaliseIdentifier } from '../src/normalise-identifier.ts';
import { isShipNumber } from '../src/ship-names.ts';

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
