import { notFound } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import {
  findOwnRow,
  keyIn,
  listPointers,
  oneRecord,
  type Paging,
  pointerIn,
} from '#shared/platform/store/collection.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { OUTCOMES_PER_SUBJECT } from '../limits.ts';
import { OutcomeRecord, type OutcomeWithdrawalRecord } from '../outcome.ts';
import { qualityPartition } from './assessment-quality.ts';
import { recordsAbout, recordsOf } from './collections.ts';

/** How many outcomes a subject has, withdrawn ones included. */
const countKey = (scope: Scope, subjectId: string): Key => ({ pk: qualityPartition(scope, subjectId), sk: 'outcomes' });

export async function countOutcomes(store: Store, scope: Scope, subjectId: string): Promise<number> {
  const row = await store.get('risk', countKey(scope, subjectId));
  return Number(row?.outcomes ?? 0);
}

/** The count is a condition, so that outcomes recorded at the same time are counted one after the other. */
export const createOutcome = (scope: Scope, outcome: OutcomeRecord, recorded: number): Write[] => [
  { table: 'risk', put: { ...keyIn(recordsOf(scope, 'outcomes'), outcome.id), ...outcome }, when: 'absent' },
  { table: 'risk', put: pointerIn(recordsAbout(scope, 'outcomes', outcome.data.subjectId), outcome.id) },
  {
    table: 'risk',
    put: { ...countKey(scope, outcome.data.subjectId), outcomes: recorded + 1 },
    when: recorded === 0 ? 'absent' : { outcomes: recorded },
  },
];

export async function readOutcome({ store, caller }: Context, id: string): Promise<OutcomeRecord> {
  const row = await findOwnRow(store, recordsOf(caller, 'outcomes'), id);
  if (!row) throw notFound('outcome');
  return OutcomeRecord.parse(row);
}

export const withdrawOutcome = (
  scope: Scope,
  { id, data }: OutcomeRecord,
  withdrawal: OutcomeWithdrawalRecord,
): Write[] => [
  {
    table: 'risk',
    update: keyIn(recordsOf(scope, 'outcomes'), id),
    set: { data, withdrawalId: withdrawal.id },
    when: { id, withdrawalId: undefined },
  },
  {
    table: 'risk',
    put: { ...keyIn(recordsOf(scope, 'outcome-withdrawals'), withdrawal.id), ...withdrawal },
    when: 'absent',
  },
];

export const listOutcomes = (store: Store, scope: Scope, subjectId: string, paging: Paging) =>
  listPointers(store, recordsAbout(scope, 'outcomes', subjectId), {
    ...paging,
    expand: oneRecord((row) => OutcomeRecord.parse(row)),
  });

/** Outcomes by id; those that were erased are left out. */
export async function findOutcomes(store: Store, scope: Scope, ids: readonly string[]): Promise<OutcomeRecord[]> {
  const home = recordsOf(scope, 'outcomes');
  const rows = await store.getMany(ids.map((id) => ({ table: home.table, key: keyIn(home, id) })));
  return rows.flatMap((row) => (row ? [OutcomeRecord.parse(row)] : []));
}

/** The outcomes of a subject that were not withdrawn: in one or two reads, because a subject has a limited number. */
export async function activeOutcomes(store: Store, scope: Scope, subjectId: string): Promise<OutcomeRecord[]> {
  const { table, name: pk } = recordsAbout(scope, 'outcomes', subjectId);
  const { items } = await store.query(table, { pk, limit: OUTCOMES_PER_SUBJECT });
  if (items.length === 0) return [];
  const found = await findOutcomes(
    store,
    scope,
    items.map(({ id }) => String(id)),
  );
  return found.filter(({ data }) => data.withdrawal === null);
}
