import { notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn } from '#shared/platform/store/collection.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import { Outputs, WorkflowRunRecord } from '../run.ts';
import { recordsOf } from './collections.ts';

/** Outputs are stored separately from the attempt, because most readers do not need them. */
export const outputsOf = (scope: Scope, runId: string) => `${scopeKey(scope)}#outputs#${runId}`;

export async function readWorkflowRun(
  { store, caller }: Context,
  { sessionId, runId }: { sessionId: string; runId: string },
): Promise<Stored<WorkflowRunRecord>> {
  const row = await findOwnRow(store, recordsOf(caller, 'runs'), runId);
  const record = row && runIn(row);
  if (record?.data.sessionId !== sessionId) throw notFound('run');
  return { record, writes: Number(row?.writes) };
}

export const createWorkflowRun = (scope: Scope, record: WorkflowRunRecord): Write => ({
  table: 'verification',
  put: toRow(scope, record, 1),
  when: 'absent',
});

/**
 * On condition that it has not changed meanwhile. A step that the service has to run is stored
 * beside the record, with its scope: the stream finds it there, and the tick finds it if the stream
 * did not.
 */
export const replaceWorkflowRun = (
  scope: Scope,
  { writes }: Stored<WorkflowRunRecord>,
  record: WorkflowRunRecord,
  awaited?: { step: string; missedAt: Date },
): Write => ({
  table: 'verification',
  put: {
    ...toRow(scope, record, writes + 1),
    ...(awaited && {
      awaitedStep: awaited.step,
      organizationId: scope.organizationId,
      mode: scope.mode,
      ...dueAt(awaited.missedAt, record.id, 'steps'),
    }),
  },
  when: { id: record.id, writes },
});

/**
 * Results are stored as text, because a step can be called `constructor`, which a map attribute
 * cannot contain.
 */
const toRow = (scope: Scope, { id, resource, data }: WorkflowRunRecord, writes: number): Item => ({
  ...keyIn(recordsOf(scope, 'runs'), id),
  id,
  resource,
  data: { ...data, steps: JSON.stringify(data.steps) },
  writes,
});

function runIn({ id, resource, data }: Item): WorkflowRunRecord {
  const { steps, ...rest } = data as { steps: string };
  return WorkflowRunRecord.parse({ id, resource, data: { ...rest, steps: JSON.parse(steps) } });
}

export const storeOutputs = (
  scope: Scope,
  runId: string,
  { stepKey, outputs }: { stepKey: string; outputs: Outputs },
): Write => ({
  table: 'verification',
  // Packed because outputs can be any finite number, which DynamoDB cannot store.
  put: { pk: outputsOf(scope, runId), sk: stepKey, outputs: pack(outputs)[0] },
  when: 'absent',
});

/** Step -> its outputs, for steps that have been reported. */
export async function readOutputs(
  { store, caller }: Context,
  runId: string,
  stepKeys: readonly string[],
): Promise<Map<string, Outputs>> {
  const pk = outputsOf(caller, runId);
  const reads = stepKeys.map((sk) => ({ table: 'verification' as const, key: { pk, sk } }));
  const rows = await store.getMany(reads);
  return new Map(
    rows.flatMap((row): [string, Outputs][] =>
      row ? [[row.sk, Outputs.parse(unpack([row.outputs as Uint8Array]))]] : [],
    ),
  );
}
