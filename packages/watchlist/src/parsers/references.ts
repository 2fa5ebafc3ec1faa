import { comparableIdentifiers, isShipNumber } from '@assay/names';
import type { ListedEntry, ListedReference } from '../listed-entry.ts';
import { tidy } from './tidy-listing.ts';

const UN_REFERENCE = /\b([A-Z]{2})([ie])\s?\.\s?(\d{1,3})\b/gi;
const LONGEST_REFERENCE = 40;

/** `QDE.145` and `LYi.28` are how lists misspell `QDe.145` and `LYi.028`. */
export function unReferences(text: string): ListedReference[] {
  const known = [...text.matchAll(UN_REFERENCE)].map(
    ([, regime = '', kind = '', number = '']) =>
      `${regime.toUpperCase()}${kind.toLowerCase()}.${number.padStart(3, '0')}`,
  );
  return known.length > 0 ? known.map((value) => ({ scheme: 'un', value })) : reference('un', text);
}

/** None if the cell is empty or prose. */
export function reference(scheme: ListedReference['scheme'], text: string): ListedReference[] {
  const value = tidy(text);
  return /\d/.test(value) && value.length <= LONGEST_REFERENCE ? [{ scheme, value }] : [];
}

/** Each once, with the numbers among the identifiers that are unique worldwide. */
export function allReferences(entry: ListedEntry, { isVessel }: { isVessel: boolean }): ListedReference[] {
  const numbers = entry.kind === 'entity' ? comparableIdentifiers(entry) : [];
  const all: ListedReference[] = [
    ...(entry.references ?? []),
    // Every tenth registration number of seven digits has the check digit of an IMO number.
    ...numbers.filter((one) => isVessel && isShipNumber(one)).map(({ value }) => imo(value)),
    ...numbers.filter(({ value }) => isLei(value)).map(({ value }): ListedReference => ({ scheme: 'lei', value })),
  ];
  return [...new Map(all.map((one) => [`${one.scheme} ${one.value}`, one])).values()];
}

const imo = (value: string): ListedReference => ({ scheme: 'imo', value });

const LEI = /^[A-Z0-9]{18}\d\d$/;
const LEI_MODULUS = 97n;

/** ISO 17442: 20 characters, letters read as 10 to 35, remainder 1 as in ISO 7064 MOD 97-10. */
function isLei(text: string): boolean {
  const value = text.toUpperCase();
  if (!LEI.test(value) || !/[A-Z]/.test(value)) return false;
  const digits = [...value].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % LEI_MODULUS === 1n;
}
