/**
 * Groups of kinds that are compared with each other: lists call a passport a national id and vice
 * versa.
 */
export type IdentifierGroup = 'document' | 'registration' | 'wallet';
export type IdentifierKind = 'passport' | 'national_id' | 'registration_number' | 'wallet';

export interface NormalisedIdentifier {
  group: IdentifierGroup;
  value: string;
  country: string | null;
}

const GROUPS: Record<IdentifierKind, IdentifierGroup> = {
  passport: 'document',
  national_id: 'document',
  registration_number: 'registration',
  wallet: 'wallet',
};

/** Case-insensitive addresses; in all others the case is part of the address. */
const CASELESS_WALLET = /^(0x[0-9a-f]{40}|(bc|tb|ltc|addr|cosmos|bnb)1[a-z0-9]+)$/i;
/** Bitcoin Cash addresses are all lower case or all upper case, never mixed. */
const CASH_ADDRESS = /^(?:[qp][02-9ac-hj-np-z]{41}|[QP][02-9AC-HJ-NP-Z]{41})$/;

/**
 * Wallets write networks before an address and parameters after it: `eip155:1:0x…`,
 * `bitcoin:1…?amount=1`.
 */
const NETWORKS = /^(?:[a-z0-9-]+:)+/i;
const ASKED_FOR = /[@?].*$/;

function normaliseWallet(value: string): string {
  const address = value.replace(/\s/g, '').replace(NETWORKS, '').replace(ASKED_FOR, '');
  const isCaseless = CASELESS_WALLET.test(address) || CASH_ADDRESS.test(address);
  return isCaseless ? address.toLowerCase() : address;
}

/** An IMO number is written with or without this prefix. */
const IMO_PREFIX = /^IMO(?=\d{7}$)/;

const normaliseNumber = (value: string) =>
  inPlainDigits(value.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(IMO_PREFIX, '');

/**
 * In Unicode the digits of a script are consecutive from zero, so the distance from its zero is the
 * value.
 */
const inPlainDigits = (text: string) =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));

function digitValue(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return code - zero;
}

/** Undefined if nothing is left to compare. */
export function normaliseIdentifier(identifier: {
  kind: IdentifierKind;
  value: string;
  country?: string | null | undefined;
}): NormalisedIdentifier | undefined {
  const group = GROUPS[identifier.kind];
  const value = group === 'wallet' ? normaliseWallet(identifier.value) : normaliseNumber(identifier.value);
  if (value === '') return undefined;
  return { group, value, country: identifier.country?.toUpperCase() ?? null };
}
