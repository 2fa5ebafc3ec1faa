import * as z from 'zod';
import type { TableName } from '../tables.ts';
import type { Proposal } from './proposals.ts';
import type { Item, Key, Store, Write } from './store/store.ts';

/** The row with the proposals about one thing. */
export interface ProposalsRow {
  table: TableName;
  key: Key;
  /** Finds the open proposals about all things, and those that another person closed, where no list has them. */
  index?: ProposalIndex;
}

interface ProposalIndex {
  /** Sort keys are ids of proposals. */
  open: string;
  /** Sort keys begin with the person who made the proposal. */
  closed: string;
  /** What leads from an index row to the proposals. */
  about: Record<string, string>;
}

/** The proposals of a row, oldest first. */
export interface StoredProposals<P extends Proposal> {
  row: ProposalsRow;
  proposals: P[];
  /** 0 before the first. */
  writes: number;
}

export const proposalsIn = (row: Item | undefined): unknown[] => (row ? (row.proposals as unknown[]) : []);

export async function readStoredProposals<P extends Proposal>(
  store: Store,
  row: ProposalsRow,
  shape: z.ZodType<P>,
): Promise<StoredProposals<P>> {
  const [found] = await store.getMany([row]);
  return {
    row,
    proposals: z.array(shape).parse(proposalsIn(found)),
    writes: Number(found?.writes ?? 0),
  };
}

const ifUnchanged = (writes: number) => (writes === 0 ? 'absent' : { writes });

/** On condition that no proposal was made or closed meanwhile. */
export const replaceStoredProposals = <P extends Proposal>(
  { row, proposals: before, writes }: StoredProposals<P>,
  proposals: readonly P[],
): Write[] => [
  {
    table: row.table,
    put: { ...row.key, proposals, writes: writes + 1 },
    when: ifUnchanged(writes),
  },
  ...(row.index ? indexWrites(row.table, row.index, before, proposals) : []),
];

/** No proposal was made or closed meanwhile, by a change that leaves them as they are. */
export const checkStoredProposals = <P extends Proposal>({ row, writes }: StoredProposals<P>): Write => ({
  table: row.table,
  check: row.key,
  when: ifUnchanged(writes),
});

export const closedSortKey = ({ proposedBy, id }: Pick<Proposal, 'proposedBy' | 'id'>) => `${proposedBy}#${id}`;

/** The condition of the proposals' row holds for these as well. */
function indexWrites(
  table: TableName,
  { open, closed, about }: ProposalIndex,
  before: readonly Proposal[],
  after: readonly Proposal[],
): Write[] {
  const openIds = (proposals: readonly Proposal[]) =>
    new Set(proposals.filter(({ status }) => status === 'open').map(({ id }) => id));
  const [was, is] = [openIds(before), openIds(after)];
  const ended = after.filter(({ id, status }) => was.has(id) && status !== 'open');
  return [
    ...[...is.difference(was)].map((id): Write => ({ table, put: { pk: open, sk: id, ...about } })),
    ...[...was.difference(is)].map((id): Write => ({ table, remove: { pk: open, sk: id } })),
    ...ended
      .filter(({ proposedBy, closedBy }) => proposedBy !== closedBy)
      .map((one): Write => ({ table, put: { pk: closed, sk: closedSortKey(one), ...about } })),
  ];
}
