import { now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { type Publisher, startPublisher } from '#test/support/published-list.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** A list with as many entries as a test wants, and a publisher to refresh it from. */
export const HEADER =
  'Title,Entity,Nationality,Country,From,To,Grounds,Source,IDB Sanction Type,IDB Sanction Source,Other Name';
export const published = (count: number, first = 0) =>
  [
    HEADER,
    ...Array.from(
      { length: count },
      (_, index) =>
        `Invented Firm ${wordOf(first + index)},Firm,Chile,Chile,01/02/2019,Ongoing,Fraud,IDB,Debarment,IDB,`,
    ),
  ].join('\n');

const LETTERS = 'abcdefghij';
export const wordOf = (number: number) =>
  [...String(number).padStart(4, '0')].map((digit) => LETTERS[Number(digit)]).join('');

export const FAST = { bytes: 1_000_000, timeMs: 2_000, attempts: 3, pauseMs: 1 };

export const refresh = (publisher: Publisher, at: Date = now()) =>
  refreshList(
    workerContext(at),
    { key: 'idb_sanctions' },
    { addresses: { 'idb_sanctioned.csv': publisher.url }, limits: FAST },
  );

export const stateNow = () => readListState(dynamoStore, 'idb_sanctions');

export async function loaded(count = 10) {
  const publisher = await startPublisher(published(count));
  await refresh(publisher);
  return { publisher, state: await stateNow() };
}
