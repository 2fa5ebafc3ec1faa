import * as z from 'zod';
import type { TableName } from '../tables.ts';
import type { Proposal } from './proposals.ts';
import type { Key, Store, Write } from './store/store.ts';

/** The row with the proposals about one thing. */
export interface ProposalsRow {
  table: TableName;
  key: Key;
}

/** The proposals of a row, oldest first. */
export interface StoredProposals<P extends Proposal> {
  row: ProposalsRow;
  proposals: P[];
  /** 0 before the first. */
  writes: number;
}

export async function readStoredProposals<P extends Proposal>(
  store: Store,
  row: ProposalsRow,
  shape: z.ZodType<P>,
): Promise<StoredProposals<P>> {
  const [found] = await store.getMany([row]);
  return {
    row,
    proposals: found ? z.array(shape).parse(found.proposals) : [],
    writes: Number(found?.writes ?? 0),
  };
}

/** On condition that no proposal was made or closed meanwhile. */
export const replaceStoredProposals = <P extends Proposal>(
  { row: { table, key }, writes }: StoredProposals<P>,
  proposals: readonly P[],
): Write => ({
  table,
  put: { ...key, proposals, writes: writes + 1 },
  when: writes === 0 ? 'absent' : { writes },
});
