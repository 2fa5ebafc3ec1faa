import * as z from 'zod';
import type { PositionCategory } from '../../listed-entry.ts';
import { unreadable } from '../reading/list-unreadable.ts';
import { addPosition, type PepReading } from './pep-reading.ts';

/** Members of the Congress of the United States, and presidents, in the roster's JSON or YAML form. */
const Legislators = z.array(
  z.object({
    id: z.object({
      bioguide: z.string().optional(),
      wikidata: z.string().optional(),
      govtrack: z.number().optional(),
    }),
    name: z.object({
      first: z.string(),
      last: z.string(),
      middle: z.string().optional(),
      suffix: z.string().optional(),
      official_full: z.string().optional(),
    }),
    bio: z.object({ birthday: z.string().optional() }).default({}),
    terms: z.array(z.object({ type: z.string(), start: z.string(), end: z.string().optional() })),
  }),
);

export const isLegislators = (document: unknown) =>
  Array.isArray(document) && Legislators.safeParse(document.slice(0, 1)).success;

const TERMS: Readonly<Record<string, { title: string; category: PositionCategory }>> = {
  sen: { title: 'United States senator', category: 'parliament_member' },
  rep: { title: 'United States representative', category: 'parliament_member' },
  prez: { title: 'President of the United States', category: 'head_of_state' },
  viceprez: { title: 'Vice President of the United States', category: 'minister' },
};

export function readLegislators(document: unknown, fileName: string, reading: PepReading): void {
  const legislators = Legislators.safeParse(document);
  if (!legislators.success) unreadable('malformed', `${fileName} is not laid out as the roster is.`);
  // One file is of who sits now, another of who sat before.
  const isOfSitting = /current/i.test(fileName);
  for (const { id: ids, name, bio, terms } of legislators.data) {
    const id = ids.wikidata ?? `us-congress:${ids.bioguide ?? ids.govtrack}`;
    const parts = [name.first, name.middle, name.last, name.suffix];
    reading.register.addName(id, name.official_full ?? '');
    reading.register.addName(id, parts.filter(Boolean).join(' '));
    reading.register.addName(id, `${name.first} ${name.last}`);
    if (bio.birthday) reading.register.addBirth(id, reading.collector.birth(bio.birthday));
    for (const term of terms) {
      const { type, start, end } = term;
      const position = TERMS[type];
      if (!position) reading.collector.outOfScope();
      else
        addPosition(reading, id, {
          ...position,
          country: 'US',
          startedOn: start,
          // Of a term that runs, the roster states the day on which it will end.
          endedOn: end ?? null,
          isCurrent: isOfSitting && term === terms.at(-1),
          roster: 'us-congress',
        });
    }
  }
}
