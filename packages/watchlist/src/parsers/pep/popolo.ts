import * as z from 'zod';
import { leadingCountryCode } from '../../countries.ts';
import { unreadable } from '../reading/list-unreadable.ts';
import { addPosition, type PepReading, pathWords } from './pep-reading.ts';

/** Popolo, the form in which legislatures publish their members. */
const Named = z.object({ id: z.string(), name: z.string().optional() });
const OtherName = z.object({
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  note: z.string().optional(),
});
const PopoloPerson = Named.extend({
  birth_date: z.string().optional(),
  death_date: z.string().optional(),
  other_names: z.array(OtherName).default([]),
  identifiers: z.array(z.object({ scheme: z.string(), identifier: z.coerce.string() })).default([]),
});
const Membership = z.object({
  person_id: z.string(),
  organization_id: z.string().optional(),
  legislative_period_id: z.string().optional(),
  role: z.string().optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
});
const Popolo = z.object({
  persons: z.array(PopoloPerson).default([]),
  memberships: z.array(Membership),
  organizations: z.array(Named.extend({ classification: z.string().optional() })).default([]),
  events: z.array(Named.extend({ start_date: z.string().optional(), end_date: z.string().optional() })).default([]),
});
type Popolo = z.infer<typeof Popolo>;
type Membership = z.infer<typeof Membership>;

const ROSTER = 'everypolitician';

export const isPopolo = (document: unknown) =>
  typeof document === 'object' && document !== null && 'memberships' in document;

export function readPopolo(document: unknown, fileName: string, reading: PepReading): void {
  const popolo = Popolo.safeParse(document);
  if (!popolo.success) unreadable('malformed', `${fileName} is not laid out as Popolo.`);
  const country = pathWords(fileName).map(leadingCountryCode).find(Boolean) ?? null;
  const ids = new Map(popolo.data.persons.map((person) => [person.id, idOf(person)]));
  for (const person of popolo.data.persons) addPerson(person, ids.get(person.id) ?? '', reading);
  for (const membership of popolo.data.memberships) {
    const id = ids.get(membership.person_id);
    if (!id) reading.collector.stray();
    else addMembership(id, membership, { popolo: popolo.data, country, reading });
  }
}

/** The Wikidata item if the roster states it, so that people of several rosters are merged. */
const idOf = ({ id, identifiers }: z.infer<typeof PopoloPerson>) =>
  identifiers.find(({ scheme }) => scheme === 'wikidata')?.identifier ?? `${ROSTER}:${id}`;

function addPerson(person: z.infer<typeof PopoloPerson>, id: string, { register, collector }: PepReading): void {
  register.addName(id, person.name ?? '');
  for (const other of person.other_names) {
    const parts = [other.given_name, other.family_name].filter(Boolean).join(' ');
    register.addName(id, other.name ?? parts);
  }
  if (person.birth_date) register.addBirth(id, collector.birth(person.birth_date));
  register.addDeath(id, person.death_date ?? '');
}

function addMembership(
  id: string,
  membership: Membership,
  { popolo, country, reading }: { popolo: Popolo; country: string | null; reading: PepReading },
): void {
  const body = popolo.organizations.find((one) => one.id === membership.organization_id);
  const period = popolo.events.find((one) => one.id === membership.legislative_period_id);
  const dates = {
    startedOn: membership.start_date ?? period?.start_date ?? null,
    endedOn: membership.end_date ?? period?.end_date ?? null,
  };
  const shared = { country, ...dates, isCurrent: false, roster: ROSTER };
  if (membership.role === 'member' && body?.classification === 'legislature')
    addPosition(reading, id, {
      category: 'parliament_member',
      title: `member of the ${body.name ?? 'legislature'}`,
      ...shared,
    });
  else addPosition(reading, id, { title: membership.role ?? '', ...shared });
}
