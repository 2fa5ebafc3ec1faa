import { hash } from 'node:crypto';
import { IDENTIFIER_KINDS, type IdentifierKind } from '@assay/names';
import { countryOfCode, type ListedEntry, MEASURES, type Measure } from '@assay/watchlist';
import { birthSpan, type Collector } from '@assay/watchlist/parsers';
import * as z from 'zod';

/** An entry of an own list, as a line of NDJSON states it. The other formats are read into it. */
const ROW_TEXT_CHARACTERS = 2_000;
const ROW_VALUES = 1_000;

const Text = z.string().max(ROW_TEXT_CHARACTERS);
const Texts = z
  .union([Text.transform((text) => [text]), z.array(Text).max(ROW_VALUES)])
  .nullish()
  .transform((texts) => texts ?? []);
const Maybe = Text.nullish();

const Identifier = z.union([
  Text.transform((text) => ({ ...kindBefore(text), country: null })),
  z.strictObject({ kind: z.enum(IDENTIFIER_KINDS), value: Text, country: Maybe }),
]);

const Address = z.union([
  Text.transform((text) => ({ text, country: null })),
  z.strictObject({ text: Text, country: Maybe }),
]);

export const OwnRow = z.strictObject({
  id: Maybe,
  name: Text,
  kind: Maybe,
  aliases: Texts,
  weakAliases: Texts,
  dateOfBirth: Texts,
  placeOfBirth: Texts,
  gender: Maybe,
  nationality: Texts,
  identifiers: z
    .array(Identifier)
    .max(ROW_VALUES)
    .nullish()
    .transform((all) => all ?? []),
  addresses: z
    .array(Address)
    .max(ROW_VALUES)
    .nullish()
    .transform((all) => all ?? []),
  measures: Texts,
  programme: Texts,
  listedOn: Maybe,
  endsOn: Maybe,
  remarks: z.string().nullish(),
});
export type OwnRow = z.infer<typeof OwnRow>;

/** `passport:AB123`; a number without a kind is one of the register of its country. */
function kindBefore(text: string): { kind: IdentifierKind | null; value: string } {
  const at = text.indexOf(':');
  const kind = IDENTIFIER_KINDS.find((one) => one === text.slice(0, at).trim().toLowerCase());
  return kind ? { kind, value: text.slice(at + 1).trim() } : { kind: null, value: text };
}

const KINDS: Readonly<Record<string, { kind: ListedEntry['kind']; isVessel: boolean }>> = Object.fromEntries([
  ...['person', 'individual'].map((word) => [word, { kind: 'person', isVessel: false }]),
  ...['entity', 'company', 'business', 'organization', 'organisation', 'legalentity', 'publicbody', 'airplane'].map(
    (word) => [word, { kind: 'entity', isVessel: false }],
  ),
  ['vessel', { kind: 'entity', isVessel: true }],
]);

type Read = { entry: ListedEntry; isVessel: boolean } | { fault: string };

/** The entry of a row. A row that states something that cannot be read is refused as a whole, so that it is corrected. */
export function entryOfRow(row: OwnRow, collector: Pick<Collector, 'country'>, nextId: (base: string) => string): Read {
  const stated = KINDS[(row.kind || 'person').trim().toLowerCase()];
  if (!stated) return { fault: '`kind` must be `person`, `entity` or `vessel`.' };
  const births = row.dateOfBirth.map((text) => birthSpan(text));
  if (births.includes(null)) return { fault: '`dateOfBirth` has a date without a readable year.' };
  const [listedOn, endsOn] = [dayOf(row.listedOn, 'from'), dayOf(row.endsOn, 'to')];
  if (listedOn === undefined) return { fault: '`listedOn` is no date. Write `YYYY-MM-DD`.' };
  if (endsOn === undefined) return { fault: '`endsOn` is no date. Write `YYYY-MM-DD`.' };
  const countries = row.nationality.map((name) => countryIn(name, collector));
  if (countries.includes(null)) return { fault: '`nationality` has no country. Write an ISO 3166-1 code or a name.' };
  const numbers = { person: 'national_id', entity: 'registration_number' } as const;
  const entry: ListedEntry = {
    id: row.id?.trim() || nextId([row.name, stated.kind, ...row.dateOfBirth].join('\n')),
    kind: stated.kind,
    names: [
      ...[row.name, ...row.aliases].map((text) => ({ text, isWeak: false })),
      ...row.weakAliases.map((text) => ({ text, isWeak: true })),
    ],
    births: births.flatMap((birth) => birth ?? []),
    countries: countries.flatMap((country) => country ?? []),
    identifiers: row.identifiers.map(({ kind, value, country }) => ({
      kind: kind ?? numbers[stated.kind],
      value,
      country: country ? countryIn(country, collector) : null,
    })),
    programmes: row.programme,
    measures: [...new Set(row.measures.map(measureOf))],
    listing: {
      birthPlaces: row.placeOfBirth,
      addresses: row.addresses.map(({ text, country }) => ({
        text,
        country: country ? countryIn(country, collector) : null,
      })),
      titles: [],
      listedOn,
      endsOn,
      remarks: row.remarks ?? null,
      links: [],
      ...(row.gender && { gender: row.gender }),
    },
  };
  return { entry, isVessel: stated.isVessel };
}

/** The first or last day that a date may mean; undefined if it is none. */
function dayOf(text: string | null | undefined, end: 'from' | 'to'): string | null | undefined {
  if (!text?.trim()) return null;
  return birthSpan(text.trim())?.[end];
}

const countryIn = (text: string, collector: Pick<Collector, 'country'>) =>
  countryOfCode(text.trim()) ?? collector.country(text);

const measureOf = (text: string): Measure => {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return MEASURES.find((measure) => measure === word) ?? 'other';
};

const ID_CHARACTERS = 16;

/** Ids of rows that state none: from what they state, with a counter for one that repeats. */
export function derivedIds(): (base: string) => string {
  const counts = new Map<string, number>();
  return (base) => {
    const id = hash('sha256', base).slice(0, ID_CHARACTERS);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
}
