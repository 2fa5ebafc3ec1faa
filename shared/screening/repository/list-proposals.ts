import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Key, Store } from '#shared/platform/store/store.ts';
import { proposalsIn, readStoredProposals } from '#shared/platform/stored-proposals.ts';
import { StoredListProposal } from '../list-proposal.ts';
import { isOwn, keyOfList, type ListId, scopeOfList } from '../lists/list-id.ts';

export const ownProposalsPartition = (scope: Scope) => `${scopeKey(scope)}#own-list-proposals`;

export const listProposalsKey = (id: ListId): Key =>
  isOwn(id)
    ? { pk: ownProposalsPartition(scopeOfList(id)), sk: keyOfList(id) }
    : { pk: 'lists', sk: `${id}#proposals` };

/** The proposals about a list, in one row. */
export const readListProposals = (store: Store, id: ListId) =>
  readStoredProposals<StoredListProposal>(store, { table: 'screening', key: listProposalsKey(id) }, StoredListProposal);

/** The proposals about all own lists of an organization and mode. */
export async function ownListProposals(store: Store, scope: Scope) {
  const found: { key: string; proposals: StoredListProposal[] }[] = [];
  for await (const rows of rowsOf(store, 'screening', ownProposalsPartition(scope)))
    for (const row of rows) found.push({ key: row.sk, proposals: z.array(StoredListProposal).parse(proposalsIn(row)) });
  return found;
}
