import * as z from 'zod';
import type { BirthSpan, Relation } from '../../listed-entry.ts';
import { knownSpan } from '../birth-span.ts';
import { countryOfItem } from './country-items.ts';
import { addPosition, type PepReading, type PositionItem } from './pep-reading.ts';
import { positionCategory } from './position-category.ts';
import { categoryOfClasses } from './position-classes.ts';

/** Answers of `wbgetentities`: people with their claims, and the positions these claims name. */
const Snak = z.object({ datavalue: z.object({ value: z.unknown() }).optional() });
const Claim = z.object({
  mainsnak: Snak,
  rank: z.string().default('normal'),
  qualifiers: z.record(z.string(), z.array(Snak)).default({}),
});
const Label = z.object({ value: z.string() });
/** The service writes an empty map as an empty list. */
const mapOf = <T extends z.ZodType>(shape: T) =>
  z.preprocess((map) => (Array.isArray(map) ? {} : map), z.record(z.string(), shape).default({}));
const Item = z.object({
  id: z.string(),
  labels: mapOf(Label),
  aliases: mapOf(z.array(Label)),
  claims: mapOf(z.array(Claim)),
  missing: z.undefined().optional(),
});
type Item = z.infer<typeof Item>;
type Claim = z.infer<typeof Claim>;

const MissingItem = z.object({ missing: z.unknown().refine((sign) => sign !== undefined) });

const Answer = z.object({ entities: z.record(z.string(), z.unknown()) });

export const isWikidataAnswer = (document: unknown) => Answer.safeParse(document).success;

/**
 * People are added immediately; descriptions of positions are collected until all sources have been
 * read.
 */
export function readWikidataAnswer(document: unknown, _name: string, reading: PepReading): void {
  for (const stated of Object.values(Answer.safeParse(document).data?.entities ?? {})) {
    const item = Item.safeParse(stated).data;
    if (isMissing(stated)) reading.collector.stray();
    else if (!item) reading.collector.drop('malformed_row');
    else if (itemsOf(item, 'P31').includes(HUMAN)) addHuman(item, reading);
    else reading.positionItems.set(item.id, describedPosition(item));
  }
}

/** The answer names items that do not exist, or do no longer. */
const isMissing = (stated: unknown) => MissingItem.safeParse(stated).success;

export function addHeldItems(reading: PepReading): void {
  for (const { personId, positionItem, ...dates } of reading.heldItems) {
    const position = reading.positionItems.get(positionItem);
    if (!position?.category) reading.collector.outOfScope();
    else
      addPosition(reading, personId, {
        ...position,
        ...dates,
        category: position.category,
        roster: ROSTER,
      });
  }
}

const ROSTER = 'wikidata';
const HUMAN = 'Q5';

/** The position that an item describes; undefined if it is not an item. */
export function describeItem(stated: unknown): PositionItem | undefined {
  const item = Item.safeParse(stated).data;
  return item && describedPosition(item);
}

/** A position by its label, its classes (P31, P279) and the land it belongs to (P1001, P17). */
function describedPosition(item: Item): PositionItem {
  const title = labelOf(item);
  const lands = [...itemsOf(item, 'P1001'), ...itemsOf(item, 'P17')];
  return {
    title,
    category:
      categoryOfClasses([item.id, ...itemsOf(item, 'P31'), ...itemsOf(item, 'P279')]) ?? positionCategory(title),
    country: lands.map(countryOfItem).find(Boolean) ?? null,
  };
}

const FAMILY: Readonly<Record<string, Relation>> = {
  P22: 'parent',
  P25: 'parent',
  P26: 'spouse',
  P40: 'child',
  P3373: 'sibling',
};

function addHuman(item: Item, reading: PepReading): void {
  const { register } = reading;
  addNames(item, reading);
  for (const claim of claimsOf(item, 'P569')) register.addBirth(item.id, birthOf(claim));
  for (const claim of claimsOf(item, 'P570')) register.addDeath(item.id, dayOf(claim.mainsnak) ?? '');
  for (const qid of itemsOf(item, 'P27')) register.addCountry(item.id, countryOfItem(qid));
  for (const claim of claimsOf(item, 'P39')) addHeldItem(item.id, claim, reading);
  for (const [property, relation] of Object.entries(FAMILY))
    for (const claim of claimsOf(item, property)) {
      const relative = itemOf(claim);
      // Former spouses are not family.
      if (relative && !claim.qualifiers.P582) register.addRelative(item.id, relation, relative);
    }
}

function addNames(item: Item, { register }: PepReading): void {
  register.addName(item.id, labelOf(item));
  for (const { value } of Object.values(item.labels)) register.addName(item.id, value);
  for (const { value } of Object.values(item.aliases).flat()) register.addName(item.id, value);
  const named = [...claimsOf(item, 'P1559'), ...claimsOf(item, 'P1477'), ...claimsOf(item, 'P2562')];
  for (const claim of named) register.addName(item.id, textOf(claim));
  for (const claim of claimsOf(item, 'P742')) register.addName(item.id, textOf(claim), true);
}

function addHeldItem(personId: string, claim: Claim, { heldItems }: PepReading): void {
  const end = claim.qualifiers.P582?.[0];
  const endedOn = dayOf(end) ?? lastYearOf(end);
  // An office with an unknown end date is not treated as held since its start: its dates are
  // unknown.
  const isDatable = !end || endedOn !== null;
  heldItems.push({
    personId,
    positionItem: itemOf(claim) ?? '',
    startedOn: isDatable ? dayOf(claim.qualifiers.P580?.[0]) : null,
    endedOn,
    // Wikidata editors give the current statement the preferred rank.
    isCurrent: claim.rank === 'preferred' && !end,
  });
}

const claimsOf = (item: Item, property: string): Claim[] =>
  (item.claims[property] ?? []).filter(({ rank }) => rank !== 'deprecated');

const labelOf = ({ labels }: Item) => labels.en?.value ?? labels.mul?.value ?? Object.values(labels)[0]?.value ?? '';

const ItemValue = z.object({ id: z.string() });
const itemOf = ({ mainsnak }: Claim) => ItemValue.safeParse(mainsnak.datavalue?.value).data?.id;
const itemsOf = (item: Item, property: string) =>
  claimsOf(item, property)
    .map(itemOf)
    .filter((qid) => qid !== undefined);

const TextValue = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);
const textOf = ({ mainsnak }: Claim) => TextValue.safeParse(mainsnak.datavalue?.value).data ?? '';

const DAY_PRECISION = 11;
const MONTH_PRECISION = 10;
const YEAR_PRECISION = 9;
const TimeValue = z.object({ time: z.string(), precision: z.number() });

/** `+1952-10-07T00:00:00Z` as far as its precision goes. */
function dayOf(snak: z.infer<typeof Snak> | undefined): string | null {
  const { time = '', precision = 0 } = TimeValue.safeParse(snak?.datavalue?.value).data ?? {};
  const [, year, month, day] = /^\+(\d{4})-(\d\d)-(\d\d)T/.exec(time) ?? [];
  if (!year || precision < YEAR_PRECISION) return null;
  const parts = [year, ...(precision >= MONTH_PRECISION ? [month] : [])];
  return [...parts, ...(precision >= DAY_PRECISION ? [day] : [])].join('-');
}

const DECADE_PRECISION = 8;

/** The last year of a decade: an office that ended in the 1990s is not held today. */
function lastYearOf(snak: z.infer<typeof Snak> | undefined): string | null {
  const { time = '', precision = 0 } = TimeValue.safeParse(snak?.datavalue?.value).data ?? {};
  const [, decade] = /^\+(\d{3})\d-/.exec(time) ?? [];
  return decade && precision === DECADE_PRECISION ? `${decade}9` : null;
}

function birthOf({ mainsnak }: Claim): BirthSpan | null {
  const [year, month = 0, day = 0] = dayOf(mainsnak)?.split('-').map(Number) ?? [];
  const span = year ? knownSpan(year, month, day) : null;
  return span && { ...span, isCirca: false };
}
