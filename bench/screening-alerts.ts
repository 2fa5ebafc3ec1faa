import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { report } from './support/engines.ts';
import { type InventedPerson, innocentSets, readInnocents } from './support/innocent-sets.ts';
import { openJointIndex, screenSubject } from './support/recall-editions.ts';
import { hasRealLists, readRealList, realListKeys } from './support/screening-lists.ts';
import { sized, skip } from './support/size.ts';

/**
 * How many alerts people cause who are on no list: public sets of invented people, screened over
 * the published sanctions lists by name, with nationality, and with date of birth and nationality.
 */
const REVIEW_SCORES = [70, 65];
const PEOPLE = sized(Number.POSITIVE_INFINITY, 5);

const KNOWN: Record<string, (person: InventedPerson) => Partial<SubjectRequest>> = {
  'by name': () => ({}),
  'with nationality': ({ nationality }) => ({ nationalities: [nationality] }),
  'with date of birth and nationality': ({ nationality, dateOfBirth }) => ({
    nationalities: [nationality],
    datesOfBirth: [dateOfBirth],
  }),
};

async function readLists(): Promise<Map<string, ListedEntry[]>> {
  const lists = new Map<string, ListedEntry[]>();
  for (const key of sized(realListKeys, ['idb_sanctions'])) lists.set(key, await readRealList(key));
  return lists;
}

async function measure(lists: readonly ScreenedList[], set: string): Promise<void> {
  const people = (await readInnocents(set)).slice(0, PEOPLE);
  for (const reviewScore of REVIEW_SCORES)
    for (const [known, factsOf] of Object.entries(KNOWN)) {
      let flagged = 0;
      let alerts = 0;
      for (const person of people) {
        const subject = { name: person.name, entityType: 'person' as const, ...factsOf(person) };
        const { matches } = await screenSubject(lists, subject, reviewScore);
        alerts += matches.length;
        if (matches.length > 0) flagged += 1;
      }
      const name = `${set} ${known}, review score ${reviewScore}`;
      report({ name, value: (1_000 * alerts) / people.length, unit: 'alerts per 1,000 people' });
      report({ name, value: (100 * flagged) / people.length, unit: '% flagged' });
    }
}

if (!hasRealLists) skip('The published lists are missing.');
if (innocentSets.length === 0) skip('The sets of invented people are missing.');
const lists = await openJointIndex(await readLists());
for (const set of innocentSets) await measure(lists, set);
