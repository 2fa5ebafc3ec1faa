import { normaliseBic, normaliseEmail, normaliseWebsite } from './global-identifiers.ts';

export const IDENTIFIER_KINDS = [
  'passport',
  'national_id',
  'registration_number',
  'wallet',
  'tax_id',
  'lei',
  'imo',
  'bic',
  'email',
  'website',
] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** How an identifier is compared. Numbers of documents and of registers are also compared with each other. */
export type IdentifierGroup = 'document' | 'registration' | 'wallet' | 'lei' | 'bic' | 'email' | 'website';

export interface NormalisedIdentifier {
  group: IdentifierGroup;
  value: string;
  country: string | null;
}

const GROUPS: Record<IdentifierKind, IdentifierGroup> = {
  passport: 'document',
  national_id: 'document',
  registration_number: 'registration',
  tax_id: 'registration',
  imo: 'registration',
  // Unless its check digits prove it to be one.
  lei: 'registration',
  wallet: 'wallet',
  bic: 'bic',
  email: 'email',
  website: 'website',
};

/** Case-insensitive addresses; in all others the case is part of the address. */
const CASELESS_WALLET = /^(0x[0-9a-f]{40}|(bc|tb|ltc|addr|cosmos|bnb)1[a-z0-9]+)$/i;
/** Bitcoin Cash addresses are all lower case or all upper case, never mixed. */
const CASH_ADDRESS = /^(?:[qp][02-9ac-hj-np-z]{41}|[QP][02-9AC-HJ-NP-Z]{41})$/;
/** An Ethereum address without its `0x`: no other network writes forty hexadecimal digits. */
const BARE_ETHEREUM = /^[0-9a-f]{40}$/i;

/**
 * Wallets write networks before an address and parameters after it: `eip155:1:0x…`,
 * `bitcoin:1…?amount=1`.
 */
const NETWORKS = /^(?:[a-z0-9-]+:)+/i;
const ASKED_FOR = /[@?].*$/;

function normaliseWallet(value: string): string {
  const address = value.replace(/\s/g, '').replace(NETWORKS, '').replace(ASKED_FOR, '');
  if (BARE_ETHEREUM.test(address)) return `0x${address.toLowerCase()}`;
  const isCaseless = CASELESS_WALLET.test(address) || CASH_ADDRESS.test(address);
  return isCaseless ? address.toLowerCase() : address;
}

/** What people write before a number to say which it is. Letters that belong to a number, such as HRB, are not here. */
const LABELS = [
  'IMO',
  'INN',
  'OGRNIP',
  'OGRN',
  'KPP',
  'SNILS',
  'ИНН',
  'ОГРНИП',
  'ОГРН',
  'КПП',
  'СНИЛС',
  'VAT',
  'TIN',
  'EIN',
  'NIT',
  'RUC',
  'RIF',
  'RFC',
  'CUIT',
  'CUIL',
  'CPF',
  'CNPJ',
  'CURP',
  'LEI',
  'BIC',
  'SWIFT',
  'PASSPORT',
  'TAX ID',
].join('|');
const BETWEEN = '[\\s.:#№/-]';
const COUNTED = `(?:(?:NO|NR|NUMBER|CODE|ID)${BETWEEN}+)?`;
/** Directly before digits, or apart from what may begin with letters; at least five characters follow. */
const LABEL = new RegExp(`^(?:${LABELS})(?:${BETWEEN}+${COUNTED}(?=.{5})|(?=\\d{5}))`, 'u');

const normaliseNumber = (value: string) =>
  inPlainDigits(value.normalize('NFKC'))
    .toUpperCase()
    .trim()
    .replace(LABEL, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

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

/** Twenty letters and digits that are 1 modulo 97, with letters as the numbers from 10 (ISO 7064 MOD 97-10). */
export function isLei(value: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(value)) return false;
  let rest = 0;
  for (const character of value) {
    const number = Number.parseInt(character, 36);
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest === 1;
}

const NORMALISERS: Partial<Record<IdentifierGroup, (value: string) => string>> = {
  wallet: normaliseWallet,
  bic: (value) => normaliseBic(normaliseNumber(value)),
  email: normaliseEmail,
  website: normaliseWebsite,
};

/** Undefined if nothing is left to compare. */
export function normaliseIdentifier(identifier: {
  kind: IdentifierKind;
  value: string;
  country?: string | null | undefined;
}): NormalisedIdentifier | undefined {
  const stated = GROUPS[identifier.kind];
  const value = (NORMALISERS[stated] ?? normaliseNumber)(identifier.value);
  if (value === '') return undefined;
  // Lists and callers also state an LEI as a registration number.
  const group = stated === 'registration' && isLei(value) ? 'lei' : stated;
  return { group, value, country: identifier.country?.toUpperCase() ?? null };
}

const NUMBER_GROUPS: readonly IdentifierGroup[] = ['document', 'registration'];
/** A shorter number is likely to be in use as a document and in a register at once. */
const SHORTEST_OF_ANY_KIND = 6;

export const isOfAnyKind = ({ group, value }: NormalisedIdentifier) =>
  NUMBER_GROUPS.includes(group) && value.length >= SHORTEST_OF_ANY_KIND;

/** The identifier in each group that lists may state it in: a tax number is a document of some and a registration of others. */
export const inEveryGroup = (identifier: NormalisedIdentifier): NormalisedIdentifier[] =>
  isOfAnyKind(identifier) ? NUMBER_GROUPS.map((group) => ({ ...identifier, group })) : [identifier];
