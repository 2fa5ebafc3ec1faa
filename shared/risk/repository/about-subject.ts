import type { Scope } from '#shared/platform/caller.ts';
import { memberOf } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { Item, Store } from '#shared/platform/store/store.ts';
import type { ActionRecord } from '../action.ts';
import type { AssessmentRecord } from '../assessment.ts';
import { actionsIn } from './actions.ts';
import { assessmentIn } from './assessments.ts';
import { recordsAbout, recordsOf } from './collections.ts';

/** The subject's latest assessment under any policy key. */
export async function newestAssessmentId(store: Store, scope: Scope, subjectId: string): Promise<string | null> {
  const { table, name: pk } = recordsAbout(scope, 'assessments', subjectId);
  const { items } = await store.query(table, { pk, limit: 1, descending: true });
  return items[0] ? String(items[0].id) : null;
}

/** Assessments by id. Those of other subjects are left out. */
export async function assessmentsOf(
  store: Store,
  scope: Scope,
  subjectId: string,
  ids: readonly string[],
): Promise<AssessmentRecord[]> {
  const rows = await assessmentRowsOf(store, scope, subjectId, ids);
  return Promise.all(rows.map((row) => assessmentIn(store, scope, row)));
}

export async function assessmentRowsOf(
  store: Store,
  scope: Scope,
  subjectId: string,
  ids: readonly string[],
): Promise<Item[]> {
  const home = recordsOf(scope, 'assessments');
  const wanted = ids.filter((id) => memberOf(id) === 0);
  const keys = wanted.map((id) => ({ table: home.table, key: keyIn(home, id) }));
  const rows = await store.getMany(keys);
  return rows.flatMap((row, index) => (row?.id === wanted[index] && row?.subjectId === subjectId ? [row] : []));
}

/** Actions of the subject's latest assessments that requested any, latest first. */
export async function latestActions(
  store: Store,
  scope: Scope,
  subjectId: string,
  limit: number,
): Promise<ActionRecord[]> {
  const { table, name: pk, home } = recordsAbout(scope, 'actions', subjectId);
  const { items } = await store.query(table, { pk, limit, descending: true });
  const keys = items.map(({ id }) => ({ table: home.table, key: keyIn(home, String(id)) }));
  const rows = await store.getMany(keys);
  return rows.flatMap((row) => (row ? actionsIn(row).map(({ value }) => value) : []));
}
