import { IDENTIFIER_KINDS } from '@assay/names';
import { emptyListing, type ListedEntry, MEASURES, REFERENCE_SCHEMES, REMARKS_CHARACTERS } from '@assay/watchlist';
import * as z from 'zod';
import { entryDigest } from './entry-digest.ts';
import { ListKey, lists } from './lists/list.ts';
import { nameScript } from './name-script.ts';

const CountryCode = z.string().describe('ISO 3166-1 alpha-2.');
const Day = z.string().describe('`YYYY-MM-DD`.');

/** An invented entry in the format of a real one. */
export const ENTRY_EXAMPLE = {
  kind: 'person',
  names: [
    { text: 'Ambrose Quillfeather', isWeak: false, script: 'Latn' },
    { text: 'Амброз Квилфезер', isWeak: false, script: 'Cyrl' },
    { text: 'The Scribe', isWeak: true, script: 'Latn' },
  ],
  births: [{ from: '1961-04-17', to: '1961-04-17', isCirca: false }],
  birthPlaces: ['Ravelin, Ruritania'],
  countries: ['IR'],
  identifiers: [{ kind: 'passport', value: 'QF 0011223', country: 'IR' }],
  addresses: [{ text: '4 Inkwell Lane, Tehran, Iran', country: 'IR' }],
  programmes: ['IRN'],
  references: [
    { scheme: 'un', value: 'QDi.901' },
    { scheme: 'eu', value: 'EU.7512.3' },
  ],
  measures: ['asset_freeze'],
  listedOn: '2012-03-24',
  endsOn: null,
  titles: ['Director of the Paper Office'],
  remarks: 'Supplied paper to a sanctioned printing house.',
  links: ['https://eur-lex.europa.eu/eli/reg/2012/267/oj'],
  truncated: false,
  digest: '5f0c1a7d5a3b9f7d1f4d6b1d1a0f3f7e2c9b8a7d6e5f4c3b2a1908f7e6d5c4b3',
};

/** A listed entry as a list states it, for a reviewer to compare with the subject. */
export const ScreeningEntry = z
  .object({
    kind: z.enum(['person', 'entity']).describe('Vessels and aircraft are entities.'),
    names: z
      .array(
        z.object({
          text: z.string(),
          isWeak: z.boolean().describe('The publisher marks the name as a weak or low-quality alias.'),
          script: z.string().describe('ISO 15924 code of the script, such as `Latn`, `Cyrl` or `Arab`.'),
        }),
      )
      .describe('All names and aliases, the principal name first.'),
    births: z
      .array(
        z.object({
          from: Day.describe('First day that the listed date may mean, `YYYY-MM-DD`.'),
          to: Day.describe('Last day that the listed date may mean; equal to `from` for an exact date.'),
          isCirca: z.boolean().describe('The list states the date as approximate.'),
        }),
      )
      .describe('Dates of birth.'),
    birthPlaces: z.array(z.string()).describe('Places of birth, as listed.'),
    countries: z
      .array(CountryCode)
      .describe('Nationalities of a person, countries of registration or flags of an entity.'),
    identifiers: z
      .array(
        z.object({
          kind: z.enum(IDENTIFIER_KINDS),
          value: z.string().describe('As listed.'),
          country: CountryCode.nullable().describe('ISO 3166-1 alpha-2 of the issuer.'),
        }),
      )
      .describe('Numbers of documents and registers, wallet addresses, email addresses and websites.'),
    addresses: z
      .array(
        z.object({
          text: z.string().describe('The address in one line, the country included.'),
          country: CountryCode.nullable(),
        }),
      )
      .describe('Addresses, as listed.'),
    programmes: z
      .array(z.string())
      .describe('Sanctions programmes, regimes or grounds under which the entry is listed.'),
    references: z
      .array(z.object({ scheme: z.enum(REFERENCE_SCHEMES), value: z.string() }))
      .default([])
      .describe(
        'Numbers under which others list the same party: `un` (Security Council), `ofsi` (retired consolidated list ' +
          'of the United Kingdom), `eu`, `ofac`, `imo` (ship), `lei` (legal entity), `wikidata`. Empty in runs made ' +
          'before references were stored.',
      ),
    measures: z
      .array(z.enum(MEASURES))
      .default([])
      .describe(
        'What the listing prohibits, as far as the list states it. Empty in runs made before measures were stored.',
      ),
    listedOn: Day.nullable().describe('Day of the listing; null where the list states none.'),
    endsOn: Day.nullable().describe('Last day of the measure; null where the list states none.'),
    gender: z.string().optional().describe('As listed. Absent where the list states none.'),
    titles: z.array(z.string()).describe('Titles, functions and positions, as listed.'),
    remarks: z.string().nullable().describe(`Remarks and reasons, at most ${REMARKS_CHARACTERS} characters.`),
    links: z.array(z.string()).describe('Public pages: the publisher’s page, the legal act or the Wikidata item.'),
    truncated: z
      .boolean()
      .describe(
        'True where facts were left out because the run has too many matches to store every entry in ' +
          'full. Read the full entry with `GET /screening/sources/{key}/entries/{entryId}`.',
      ),
    digest: z
      .string()
      .describe(
        'SHA-256 of everything the list states of the entry, in lower-case hex. It changes when, and only ' +
          'when, the listed facts change.',
      ),
  })
  .meta({
    id: 'ScreeningEntry',
    description: 'A listed entry as the list stated it when it was read.',
    examples: [ENTRY_EXAMPLE],
  });
export type ScreeningEntry = z.infer<typeof ScreeningEntry>;

export function presentEntry(source: string, entry: ListedEntry): ScreeningEntry {
  const { links, ...listing } = entry.listing ?? emptyListing();
  return {
    kind: entry.kind,
    names: entry.names.map(({ text, isWeak }) => ({ text, isWeak, script: nameScript(text) })),
    births: entry.births,
    birthPlaces: listing.birthPlaces,
    countries: entry.countries,
    identifiers: entry.identifiers,
    addresses: listing.addresses,
    programmes: entry.programmes,
    references: entry.references ?? [],
    measures: entry.measures ?? [],
    listedOn: listing.listedOn,
    endsOn: listing.endsOn,
    ...(listing.gender && { gender: listing.gender }),
    titles: listing.titles,
    remarks: listing.remarks,
    links: [...publicPages(source, entry.id), ...links],
    truncated: false,
    digest: entryDigest(entry),
  };
}

/** Public pages whose URL can be derived from the id. */
function publicPages(source: string, id: string): string[] {
  const known = ListKey.safeParse(source).data;
  const page = known && lists[known].entryUrl?.(id);
  return page ? [page] : [];
}
