import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context, WorkerContext } from '#shared/platform/context.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { DAY_MS } from '../lists/day-of-list.ts';
import { type CheckOutcome, checkOf, ListCheck } from '../lists/list-check.ts';
import { isOwn, keyOfList, type ListId, type OwnListId, ownListId, scopeOfList } from '../lists/list-id.ts';
import type { ListState } from '../lists/list-state.ts';
import { expiryOf } from './list-history.ts';

/** Of all own lists of an organization and mode, also of deleted ones. */
export const ownChecksPartition = (scope: Scope) => `${scopeKey(scope)}#own-list-checks`;

/** Every look at a list, of which attestations are made. Those of the catalogue belong to the installation, like their history. */
const partitionOf = (id: ListId) => (isOwn(id) ? ownChecksPartition(scopeOfList(id)) : `list-checks#${id}`);

const beginningOf = (id: ListId) => (isOwn(id) ? `${keyOfList(id)}#` : '');

const FIRST_DAY = '1970-01-01';

/** A worker may have run for minutes: a version is active from its commit on. */
const timeOf = (context: Context | WorkerContext) => ('clock' in context ? context.clock() : context.now);

export function recordCheck(
  context: Context | WorkerContext,
  state: ListState,
  { list, outcome }: { list: ListId; outcome: CheckOutcome },
): Write {
  const check = checkOf(state, outcome, timeOf(context));
  const sk = `${beginningOf(list)}${check.at}#${context.newId()}`;
  return { table: 'screening', put: { pk: partitionOf(list), sk, check, expiresAtSeconds: expiryOf(check.at) } };
}

/** The checks of a day, the oldest first, and the last one before it. */
export async function checksOf(store: Store, id: ListId, date: string) {
  const pk = partitionOf(id);
  const from = beginningOf(id) + date;
  const first = `${beginningOf(id)}${FIRST_DAY}`;
  const upTo = beginningOf(id) + new Date(Date.parse(date) + DAY_MS).toISOString();
  const [{ items }, checks] = await Promise.all([
    store.query('screening', { pk, from: first, upTo: from, limit: 1, descending: true }),
    checksBetween(store, pk, { from, upTo }),
  ]);
  const [last] = items;
  return { before: last && ListCheck.parse(last.check), checks };
}

async function checksBetween(store: Store, pk: string, range: { from: string; upTo: string }): Promise<ListCheck[]> {
  const checks: ListCheck[] = [];
  for await (const rows of rowsOf(store, 'screening', pk, range))
    checks.push(...rows.map(({ check }) => ListCheck.parse(check)));
  return checks;
}

/** The own lists that were ever looked at, also deleted ones: one read for each. */
export async function checkedOwnLists(store: Store, scope: Scope): Promise<OwnListId[]> {
  const ids: OwnListId[] = [];
  for (let after = ''; ; ) {
    const range = after === '' ? {} : { after };
    const { items } = await store.query('screening', { pk: ownChecksPartition(scope), limit: 1, ...range });
    const [row] = items;
    if (!row) return ids;
    const key = String(row.sk).split('#')[0] ?? '';
    ids.push(ownListId(scope, key));
    after = `${key}#~`;
  }
}
