import { MEASURES } from '@assay/watchlist';
import {
  identifiersOf,
  isObject,
  namesOf,
  nationalitiesOf,
  OF_UNKNOWN_TYPE,
  type Properties,
  SCHEMATA,
  valuesOf,
} from '../uploaded/ftm-item.ts';

/** Entries as FollowTheMoney entities: what belongs to an entity is within it, or in lines of its own. */
type Entity = Readonly<{ id?: unknown; schema: string; caption?: unknown; target?: unknown; properties: Properties }>;

export const isEntity = (value: unknown): value is Entity =>
  isObject(value) && typeof value.schema === 'string' && isObject(value.properties);

const LISTED_SCHEMATA: ReadonlyMap<string, string> = new Map([
  ...[...SCHEMATA.keys()].map((schema) => [schema, schema] as const),
  [OF_UNKNOWN_TYPE, 'entity'],
  ['Airplane', 'airplane'],
]);

/** Schemata of what belongs to an entity, with the property that names it. */
const OWNERS: Readonly<Record<string, string>> = {
  Sanction: 'entity',
  Identification: 'holder',
  Passport: 'holder',
  CryptoWallet: 'holder',
};

export const isListedSchema = (schema: string) => LISTED_SCHEMATA.has(schema);

/** What belongs to other entities, from lines of its own. */
export class Belongings {
  private readonly byOwner = new Map<string, Entity[]>();
  private readonly addresses = new Map<string, string>();

  add(entity: Entity): void {
    const owner = OWNERS[entity.schema];
    if (owner !== undefined)
      for (const id of valuesOf(entity.properties, owner)) {
        const known = this.byOwner.get(id);
        if (known) known.push(entity);
        else this.byOwner.set(id, [entity]);
      }
    else if (entity.schema === 'Address' && typeof entity.id === 'string')
      this.addresses.set(entity.id, addressIn(entity));
  }

  of({ id }: Entity): readonly Entity[] {
    return this.byOwner.get(String(id)) ?? [];
  }

  address(id: string): string | undefined {
    return this.addresses.get(id);
  }
}

const addressIn = ({ properties, caption }: Entity) =>
  valuesOf(properties, 'full')[0] ??
  (typeof caption === 'string' && caption.trim() !== '' ? caption.trim() : undefined) ??
  valuesOf(properties, 'street', 'postalCode', 'city', 'country').join(', ');

/** The row that an entity states, not checked yet; undefined if it is not listed itself. */
export function rowOfFtm(entity: Entity, belongings: Belongings): Record<string, unknown> | undefined {
  const kind = LISTED_SCHEMATA.get(entity.schema);
  if (kind === undefined || entity.target === false) return undefined;
  const { id, caption, properties } = entity;
  const [name = '', ...others] = namesOf(properties, caption);
  const parts = [...nestedIn(properties), ...belongings.of(entity)];
  const ofSchema = (...schemata: readonly string[]) => parts.filter(({ schema }) => schemata.includes(schema));
  const sanctions = ofSchema('Sanction');
  const stated = (...properties: readonly string[]) =>
    sanctions.flatMap((sanction) => valuesOf(sanction.properties, ...properties));
  const ends = sanctions.map((sanction) => valuesOf(sanction.properties, 'endDate').toSorted().at(-1));
  const provisions = stated('provisions');
  return {
    ...(typeof id === 'string' && { id }),
    name,
    kind,
    aliases: [...others, ...valuesOf(properties, 'alias', 'previousName')],
    weakAliases: valuesOf(properties, 'weakAlias'),
    dateOfBirth: valuesOf(properties, 'birthDate'),
    placeOfBirth: valuesOf(properties, 'birthPlace'),
    gender: valuesOf(properties, 'gender')[0],
    nationality: nationalitiesOf(properties),
    identifiers: [
      ...identifiersOf(properties, SCHEMATA.get(entity.schema) ?? 'entity'),
      ...ofSchema('Identification', 'Passport').flatMap(documentsIn),
      ...ofSchema('CryptoWallet').flatMap(({ properties }) =>
        valuesOf(properties, 'publicKey').map((value) => ({ kind: 'wallet', value })),
      ),
    ],
    addresses: [
      ...valuesOf(properties, 'address'),
      ...valuesOf(properties, 'addressEntity').flatMap((id) => belongings.address(id) ?? []),
      ...ofSchema('Address').map(addressIn),
    ],
    measures: [
      ...provisions.filter((provision) => MEASURES.some((measure) => measure === provision)),
      ...(valuesOf(properties, 'topics').includes('debarment') ? ['debarment'] : []),
    ],
    programme: stated('program', 'programId'),
    listedOn: stated('listingDate', 'startDate').toSorted()[0],
    // Listed for as long as one of its listings has no end.
    endsOn: ends.includes(undefined) ? undefined : ends.toSorted().at(-1),
    remarks: [...valuesOf(properties, 'notes', 'summary'), ...stated('reason', 'summary')].join(' ') || undefined,
  };
}

const nestedIn = (properties: Properties): Entity[] =>
  Object.values(properties).flatMap((values) => [values].flat().filter(isEntity));

const documentsIn = ({ schema, properties }: Entity) => {
  const isPassport = schema === 'Passport' || valuesOf(properties, 'type').some((type) => /passport/i.test(type));
  const [country] = nationalitiesOf({ country: properties.country });
  return valuesOf(properties, 'number').map((value) => ({
    kind: isPassport ? 'passport' : 'national_id',
    value,
    ...(country && { country }),
  }));
};
