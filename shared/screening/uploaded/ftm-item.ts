import type { IdentifierKind } from '@assay/names';
import { countryOfCode } from '@assay/watchlist';
import { REFERENCE_CHARACTERS, SUBJECT_ALIASES } from '../limits.ts';

/** Customers as FollowTheMoney entities, one JSON object per line: https://followthemoney.tech */
export const SCHEMATA = new Map<string, 'person' | 'entity'>([
  ['Person', 'person'],
  ['Company', 'entity'],
  ['Organization', 'entity'],
  ['PublicBody', 'entity'],
  ['Vessel', 'entity'],
]);

/** A legal entity can be a person too. */
export const OF_UNKNOWN_TYPE = 'LegalEntity';

const IDENTIFIERS: Readonly<Record<string, IdentifierKind>> = {
  passportNumber: 'passport',
  socialSecurityNumber: 'national_id',
  registrationNumber: 'registration_number',
  ogrnCode: 'registration_number',
  taxNumber: 'tax_id',
  innCode: 'tax_id',
  vatCode: 'tax_id',
  leiCode: 'lei',
  imoNumber: 'imo',
  swiftBic: 'bic',
  email: 'email',
  website: 'website',
};

const DAY_CHARACTERS = 'YYYY-MM-DD'.length;

export type Properties = Readonly<Record<string, unknown>>;

/** An item of a batch as an entity states it, not checked yet; undefined for an entity of another schema. */
export function itemOfEntity(stated: unknown): Record<string, unknown> | 'not_an_entity' | undefined {
  if (!isObject(stated) || typeof stated.schema !== 'string' || !isObject(stated.properties)) return 'not_an_entity';
  const { id, schema, caption, properties } = stated;
  const entityType = SCHEMATA.get(schema);
  if (!entityType && schema !== OF_UNKNOWN_TYPE) return undefined;
  const [name = '', ...others] = namesOf(properties, caption);
  const strong = distinct([...others, ...valuesOf(properties, 'alias', 'previousName')]).filter((one) => one !== name);
  // A weak alias is the first to go if there are too many: one that is searched and one that is not differ little.
  const weak = valuesOf(properties, 'weakAlias').slice(0, Math.max(0, SUBJECT_ALIASES - strong.length));
  const aliases = distinct([...strong, ...weak]).filter((one) => one !== name);
  return {
    subject: {
      name,
      aliases,
      ...(entityType && { entityType }),
      datesOfBirth: distinct(valuesOf(properties, 'birthDate').map((date) => date.slice(0, DAY_CHARACTERS))),
      nationalities: nationalitiesOf(properties),
      identifiers: identifiersOf(properties, entityType),
    },
    ...(typeof id === 'string' && id.length > 0 && id.length <= REFERENCE_CHARACTERS && { reference: id }),
  };
}

export function namesOf(properties: Properties, caption: unknown): string[] {
  const names = valuesOf(properties, 'name');
  return names.length > 0 ? names : textsIn(caption);
}

/** Countries of an entity count only where it has no nationality, citizenship, flag or jurisdiction. */
export function nationalitiesOf(properties: Properties): string[] {
  const own = valuesOf(properties, 'nationality', 'citizenship', 'jurisdiction', 'flag');
  const stated = own.length > 0 ? own : valuesOf(properties, 'country');
  // FollowTheMoney also has codes of regions (`gb-sct`) and of countries that no longer exist (`suhh`).
  return distinct(stated.flatMap((code) => countryOfCode(code.split('-')[0] ?? '') ?? []));
}

export function identifiersOf(properties: Properties, entityType: 'person' | 'entity' | undefined) {
  const idKind = entityType === 'entity' ? 'registration_number' : 'national_id';
  const kinds = Object.entries({ ...IDENTIFIERS, idNumber: idKind } satisfies Record<string, IdentifierKind>);
  const all = kinds.flatMap(([property, kind]) => valuesOf(properties, property).map((value) => ({ kind, value })));
  return all.filter(
    ({ kind, value }, index) => all.findIndex((one) => one.kind === kind && one.value === value) === index,
  );
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const valuesOf = (properties: Properties, ...names: readonly string[]) =>
  distinct(names.flatMap((name) => textsIn(properties[name])));

const textsIn = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim().replace(/\s+/g, ' ')] : []));

const distinct = (values: readonly string[]) => [...new Set(values)];
