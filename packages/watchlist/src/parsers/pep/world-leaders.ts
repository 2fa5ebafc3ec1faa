import * as z from 'zod';
import type { PositionCategory } from '../../listed-entry.ts';
import { madeId } from './made-id.ts';
import { addPosition, type PepReading } from './pep-reading.ts';

/** Heads of state and government of today, by country. */
const Holder = z.object({
  name_en: z.string(),
  name_local: z.string().nullish(),
  wikidata_id: z.string().nullish(),
  since: z.string().nullish(),
  born: z.string().nullish(),
});
const WorldLeaders = z.object({
  countries: z.record(
    z.string(),
    z.object({
      country: z.object({ iso_code: z.string() }),
      positions: z.record(z.string(), z.object({ title_en: z.string(), current_holder: Holder.nullish() })),
    }),
  ),
});

export const isWorldLeaders = (document: unknown) => WorldLeaders.safeParse(document).success;

export function readWorldLeaders(document: unknown, _name: string, reading: PepReading): void {
  const { countries } = WorldLeaders.parse(document);
  for (const { country, positions } of Object.values(countries))
    for (const [kind, { title_en, current_holder }] of Object.entries(positions)) {
      if (!current_holder) continue;
      const id = current_holder.wikidata_id ?? madeId('world-leaders', current_holder.name_en);
      reading.register.addName(id, current_holder.name_en);
      reading.register.addName(id, current_holder.name_local ?? '');
      if (current_holder.born) reading.register.addBirth(id, reading.collector.birth(current_holder.born));
      const category = LEADER_CATEGORIES[kind];
      addPosition(reading, id, {
        ...(category ? { category } : {}),
        title: title_en,
        country: reading.collector.country(country.iso_code),
        startedOn: current_holder.since ?? null,
        endedOn: null,
        isCurrent: true,
        roster: 'world-leaders',
      });
    }
}

const LEADER_CATEGORIES: Readonly<Record<string, PositionCategory>> = {
  head_of_state: 'head_of_state',
  head_of_government: 'head_of_government',
};
