import type { Store } from '#shared/platform/store/store.ts';
import { readStoredProposals } from '#shared/platform/stored-proposals.ts';
import { StoredListProposal } from '../list-proposal.ts';
import type { ListKey } from '../lists/list.ts';

/** The proposals about a list, in one row beside its state. */
export const readListProposals = (store: Store, key: ListKey) =>
  readStoredProposals<StoredListProposal>(
    store,
    { table: 'screening', key: { pk: 'lists', sk: `${key}#proposals` } },
    StoredListProposal,
  );
