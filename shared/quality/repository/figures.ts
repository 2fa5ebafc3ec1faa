import type { Scope } from '#shared/platform/caller.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import type { CounterRow, Counters } from '../figures.ts';
import { Stream } from '../plan.ts';
import type { StoredSample } from '../sample.ts';
import { figuresPartition } from './partitions.ts';

/** Of all principals together, or of one. Sort keys begin with the month, so that months are read as a range. */
const sortKeyOf = (month: string, stream: Stream, principal: string | null) =>
  `${month}#${stream}${principal === null ? '' : `#${principal}`}`;

/** Counts a sample in its month, for its stream and for who decided first. */
export const addFigure = (
  scope: Scope,
  { stream, first }: Pick<StoredSample, 'stream' | 'first'>,
  { month, counter }: { month: string; counter: string },
): Write[] =>
  [null, first.decidedBy].map((principal) => ({
    table: 'risk',
    count: { pk: figuresPartition(scope), sk: sortKeyOf(month, stream, principal) },
    add: { [counter]: 1 },
    set: { organizationId: scope.organizationId, mode: scope.mode },
  }));

/** The counters of some months, both included. */
export async function readFigures(
  store: Store,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<CounterRow[]> {
  const found: CounterRow[] = [];
  for await (const rows of rowsOf(store, 'risk', figuresPartition(scope), { from: `${from}#`, upTo: `${to}#~` }))
    found.push(
      ...rows.map(({ sk, ...attributes }) => {
        const [, stream, principal = null] = sk.split('#');
        const numbers = Object.entries(attributes).filter((one): one is [string, number] => typeof one[1] === 'number');
        return { stream: Stream.parse(stream), principal, counters: Object.fromEntries(numbers) as Counters };
      }),
    );
  return found;
}
