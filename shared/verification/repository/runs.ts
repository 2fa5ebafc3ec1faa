import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { notFound } from '#shared/platform/problem.ts';
import { findOwnRow, keyIn } from '#shared/platform/store/collection.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import { Outputs, RunRecord } from '../run.ts';
import { recordsOf } from './collections.ts';

/** An attempt, and beside it what each of its steps found out: that is read only where it is needed. */
export const outputsOf = (scope: Scope, runId: string) => `${scopeKey(scope)}#outputs#${runId}`;

export async function readRun(
  { store, caller }: Context,
  { sessionId, runId }: { sessionId: string; runId: string },
): Promise<Stored<RunRecord>> {
  const row = await findOwnRow(store, recordsOf(caller, 'runs'), runId);
  const record = row && runIn(row);
  if (record?.data.sessionId !== sessionId) throw notFound('run');
  return { record, writes: Number(row?.writes) };
}

export const createRun = (scope: Scope, record: RunRecord): Write => ({
  table: 'verification',
  put: toRow(scope, record, 1),
  when: 'absent',
});

/**
 * Provided nobody changed it in the meantime. A step that is the service's to take is named beside the
 * record, with whose it is: that is how the stream finds it, and a tick where the stream did not.
 */
export const replaceRun = (
  scope: Scope,
  { writes }: Stored<RunRecord>,
  record: RunRecord,
  awaited?: { step: string; missedAt: Date },
): Write => ({
  table: 'verification',
  put: {
    ...toRow(scope, record, writes + 1),
    ...(awaited && {
      ...{ awaitedStep: awaited.step, organizationId: scope.organizationId, mode: scope.mode },
      ...dueAt(awaited.missedAt, record.id, 'steps'),
    }),
  },
  when: { id: record.id, writes },
});

/** Results are kept as text: a step may be called `constructor`, which no map of a row can hold. */
const toRow = (scope: Scope, { id, resource, data }: RunRecord, writes: number): Item => ({
  ...keyIn(recordsOf(scope, 'runs'), id),
  ...{ id, resource, data: { ...data, steps: JSON.stringify(data.steps) }, writes },
});

function runIn({ id, resource, data }: Item): RunRecord {
  const { steps, ...rest } = data as { steps: string };
  return RunRecord.parse({ id, resource, data: { ...rest, steps: JSON.parse(steps) } });
}

export const keepOutputs = (
  scope: Scope,
  runId: string,
  { stepKey, outputs }: { stepKey: string; outputs: Outputs },
): Write => ({
  table: 'verification',
  // Packed because an output may be any finite number, and DynamoDB's numbers are not.
  put: { pk: outputsOf(scope, runId), sk: stepKey, outputs: pack(outputs)[0] },
  when: 'absent',
});

/** Step -> what it found out, of steps that have been reported. */
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
