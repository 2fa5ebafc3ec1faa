import { notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { memberId, positionOf } from '#shared/platform/ids.ts';
import {
  type Expand,
  findOwnRow,
  keyIn,
  listCollection,
  oneRecord,
  type Paging,
} from '#shared/platform/store/collection.ts';
import type { Item, Key, Write } from '#shared/platform/store/store.ts';
import { type Workflow, WorkflowRecord } from '../workflow.ts';
import { workflowNotices } from '../workflow-notices.ts';
import { recordsOf } from './collections.ts';

/**
 * Per key: the workflow and its latest revision. Per workflow: the latest revision, and all
 * revisions.
 */
export const latestRevisionsPartition = (scope: Scope) => `${scopeKey(scope)}#workflow-heads`;

export const revisionsOf = (scope: Scope, workflowId: string) => `${scopeKey(scope)}#workflow-revisions#${workflowId}`;

const revisionKey = (scope: Scope, workflowId: string, revision: number): Key => ({
  pk: revisionsOf(scope, workflowId),
  sk: String(revision).padStart(9, '0'),
});

export interface LatestRevision {
  id: string;
  revision: number;
}

export async function findLatestRevision({ store, caller }: Context, key: string): Promise<LatestRevision | undefined> {
  const row = await store.get('verification', { pk: latestRevisionsPartition(caller), sk: key });
  return row && { id: String(row.id), revision: Number(row.revision) };
}

/** The next revision of a key, on condition that no other has been saved meanwhile. */
export function saveWorkflow(scope: Scope, { id, data }: WorkflowRecord): Write[] {
  const { key, revision } = data;
  const when = revision === 1 ? ('absent' as const) : { id, revision: revision - 1 };
  const row = { id, revision, resource: 'workflows', data: toRow(data) };
  const latest = { pk: latestRevisionsPartition(scope), sk: key, id, revision };
  return [
    { table: 'verification', put: latest, when },
    { table: 'verification', put: { ...keyIn(recordsOf(scope, 'workflows'), id), ...row }, when },
    { table: 'verification', put: { ...revisionKey(scope, id, revision), ...row }, when: 'absent' },
  ];
}

/**
 * Steps are stored as text, because configurations can contain numbers that DynamoDB cannot store. Notices follow
 * from the steps and are not stored.
 */
const toRow = ({ steps, notices: _, ...rest }: Workflow) => ({ ...rest, steps: JSON.stringify(steps) });

function workflowIn({ id, data }: Item): WorkflowRecord {
  const { steps, ...rest } = data as ReturnType<typeof toRow>;
  const parsed: unknown = JSON.parse(steps);
  const record = WorkflowRecord.parse({ id, resource: 'workflows', data: { ...rest, steps: parsed, notices: [] } });
  return { ...record, data: { ...record.data, notices: workflowNotices(record.data.steps) } };
}

/** The latest revision, or the requested one. */
export async function readWorkflow({ store, caller }: Context, id: string, revision?: number): Promise<WorkflowRecord> {
  const row =
    revision === undefined
      ? await findOwnRow(store, recordsOf(caller, 'workflows'), id)
      : await store.get('verification', revisionKey(caller, id, revision));
  if (!row) throw notFound('workflow');
  return workflowIn(row);
}

/** Revisions in one round trip, in the order requested; undefined where one does not exist. */
export async function findRevisions(
  { store, caller }: Context,
  wanted: readonly { workflowId: string; revision: number }[],
): Promise<(WorkflowRecord | undefined)[]> {
  const keys = wanted.map(({ workflowId, revision }) => revisionKey(caller, workflowId, revision));
  const rows = await store.getMany(keys.map((key) => ({ table: 'verification', key })));
  return rows.map((row) => row && workflowIn(row));
}

export const listWorkflows = ({ store, caller }: Context, { offset, order }: Paging) =>
  listCollection(store, recordsOf(caller, 'workflows'), {
    offset,
    order,
    expand: oneRecord(workflowIn),
  });

/**
 * A page of parts of the latest revisions, several per workflow: at most as many as a row has
 * members.
 */
export function listWithin<T>(
  { store, caller }: Context,
  { offset, order }: Paging,
  partsOf: (workflow: WorkflowRecord) => T[],
) {
  const expand: Expand<T> = (row) => {
    const workflow = workflowIn(row);
    return partsOf(workflow).map((value, member) => ({
      position: positionOf(memberId(workflow.id, member)),
      value,
    }));
  };
  return listCollection(store, recordsOf(caller, 'workflows'), { offset, order, expand });
}
