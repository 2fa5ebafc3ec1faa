import type { IdentifierKind } from '@assay/names';
import type { BirthSpan, ListedEntry, ListKind } from '@assay/watchlist';
import * as z from 'zod';

/** An entry as a FollowTheMoney entity, with its listing within: https://followthemoney.tech */
const Properties = z.record(
  z.string(),
  z.array(
    z.union([
      z.string(),
      z.object({ id: z.string(), schema: z.string(), properties: z.record(z.string(), z.array(z.string())) }),
    ]),
  ),
);

export const FtmEntity = z
  .object({
    id: z.string(),
    schema: z.enum(['Person', 'Organization', 'Vessel']),
    caption: z.string(),
    datasets: z.array(z.string()).describe('The key of the list.'),
    target: z.literal(true),
    properties: Properties.describe('Values by property. Absent where the list states none.'),
  })
  .meta({
    id: 'FollowTheMoneyEntity',
    examples: [
      {
        id: '7512',
        schema: 'Person',
        caption: 'Ambrose Quillfeather',
        datasets: ['eu_fsf'],
        target: true,
        properties: {
          name: ['Ambrose Quillfeather'],
          birthDate: ['1961-04-17'],
          nationality: ['ir'],
          topics: ['sanction'],
          sanctions: [{ id: '7512-listing', schema: 'Sanction', properties: { program: ['IRN'], entity: ['7512'] } }],
        },
      },
    ],
  });
export type FtmEntity = z.infer<typeof FtmEntity>;

const TOPICS: Record<ListKind, string> = { sanctions: 'sanction', pep: 'role.pep', watch: 'poi' };

const DOCUMENTS: Partial<Record<IdentifierKind, string>> = {
  passport: 'passportNumber',
  registration_number: 'registrationNumber',
  tax_id: 'taxNumber',
  lei: 'leiCode',
  imo: 'imoNumber',
  bic: 'swiftBic',
  email: 'email',
  website: 'website',
};

export function ftmEntity(entry: ListedEntry, { key, listKind }: { key: string; listKind: ListKind }): FtmEntity {
  const { id, kind, names, listing } = entry;
  const [principal, ...others] = names;
  const isVessel = kind === 'entity' && entry.identifiers.some((one) => one.kind === 'imo');
  const schema = kind === 'person' ? 'Person' : isVessel ? 'Vessel' : 'Organization';
  const countries = entry.countries.map((code) => code.toLowerCase());
  const aliases = (isWeak: boolean) => others.filter((name) => name.isWeak === isWeak).map(({ text }) => text);
  return {
    id,
    schema,
    caption: principal?.text ?? id,
    datasets: [key],
    target: true,
    properties: stated({
      name: principal ? [principal.text] : [],
      alias: aliases(false),
      weakAlias: aliases(true),
      birthDate: entry.births.flatMap(datesOf),
      birthPlace: listing?.birthPlaces,
      gender: listing?.gender ? [listing.gender] : [],
      [{ Person: 'nationality', Vessel: 'flag', Organization: 'jurisdiction' }[schema]]: countries,
      ...numbersOf(entry),
      address: listing?.addresses.map(({ text }) => text),
      position: [...(listing?.titles ?? []), ...(entry.pep?.positions ?? []).map(({ title }) => title)],
      notes: listing?.remarks ? [listing.remarks] : [],
      sourceUrl: listing?.links,
      wikidataId: (entry.references ?? []).filter(({ scheme }) => scheme === 'wikidata').map(({ value }) => value),
      topics: [TOPICS[listKind]],
      sanctions: listingOf(entry),
    }),
  };
}

type Stated = z.infer<typeof Properties>;

const stated = (properties: Record<string, Stated[string] | undefined>): Stated =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, values]) => (values && values.length > 0 ? [[name, values]] : [])),
  );

/** Every kind of number under the property of its own; one of a country is a document within the entity. */
function numbersOf({ id, kind, identifiers }: ListedEntry): Record<string, Stated[string]> {
  const properties: Record<string, Stated[string]> = {};
  const add = (name: string, value: Stated[string][number]) => {
    properties[name] = [...(properties[name] ?? []), value];
  };
  for (const [index, { kind: numberKind, value, country }] of identifiers.entries())
    if (numberKind === 'wallet')
      add('cryptoWallets', part('CryptoWallet', `${id}-wallet-${index}`, { publicKey: [value], holder: [id] }));
    else if (country && (numberKind === 'passport' || numberKind === 'national_id'))
      add(
        'documents',
        part(numberKind === 'passport' ? 'Passport' : 'Identification', `${id}-document-${index}`, {
          number: [value],
          country: [country.toLowerCase()],
          holder: [id],
        }),
      );
    else
      add(
        numberKind === 'national_id' && kind === 'entity'
          ? 'registrationNumber'
          : (DOCUMENTS[numberKind] ?? 'idNumber'),
        value,
      );
  return properties;
}

const part = (schema: string, id: string, properties: Record<string, string[]>) => ({ id, schema, properties });

function listingOf({ id, programmes, measures = [], listing }: ListedEntry): Stated[string] {
  const { listedOn = null, endsOn = null } = listing ?? {};
  const about = {
    program: programmes,
    provisions: [...measures],
    ...(listedOn && { listingDate: [listedOn] }),
    ...(endsOn && { endDate: [endsOn] }),
  };
  const isStated = Object.values(about).some((values) => values.length > 0);
  return isStated ? [part('Sanction', `${id}-listing`, { ...about, entity: [id] })] : [];
}

/** A year or month where that is what is stated; of a longer span, its ends. */
function datesOf({ from, to }: BirthSpan): string[] {
  if (from === to) return [from];
  const [year, month] = [from.slice(0, 4), from.slice(0, 7)];
  if (from === `${year}-01-01` && to === `${year}-12-31`) return [year];
  return from.slice(0, 7) === to.slice(0, 7) ? [month] : [year, to.slice(0, 4)];
}
