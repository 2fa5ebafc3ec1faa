import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { now, shiftClock } from '#shared/platform/clock.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import { newId } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { Monitoring } from '#shared/risk/monitoring.ts';
import { recordsOf } from '#shared/risk/repository/collections.ts';
import { pointToMonitored } from '#shared/risk/repository/monitored-by.ts';
import { saveMonitored } from '#shared/risk/repository/monitoring.ts';
import { setMonitored } from '#shared/risk/repository/subject-state.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { refreshMonitored } from '#shared/risk/use-cases/refresh-monitored.ts';
import { tickRisk } from '#shared/risk/use-cases/tick-risk.ts';
import { call, type Response } from './api.ts';
import { everyRow } from './engine.ts';
import {
  aDefinition,
  done,
  everyItem,
  list,
  newPolicy,
  newSource,
  newSubject,
  stated,
  type World,
} from './risk-world.ts';
import { workerContext } from './webhook-workers.ts';

/** Monitored subjects, and the workers that check them. */
export const tryToWatch = (
  { client }: World,
  subjectId: string,
  policyVersionId: string,
  enabled = true,
): Promise<Response> =>
  call(client, riskRoutes.configureMonitoring, {
    params: { id: subjectId },
    body: { policyVersionId, enabled },
  });

export async function watch(...wish: Parameters<typeof tryToWatch>): Promise<Response['body']> {
  const { status, body } = await tryToWatch(...wish);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** Evidence that is observed at the current time of the test clock. */
export const fresh = (changes: Record<string, unknown> = {}) => ({
  observedAt: now().toISOString(),
  ...changes,
});

/** A subject with evidence, and a policy that accepts its source and decides on a high risk. */
export async function knownSubject(world: World, changes: Record<string, unknown> = {}) {
  const [subjectId, source] = await Promise.all([newSubject(world), newSource(world)]);
  const policyId = await newPolicy(world, aDefinition(source.identity, changes));
  await stated(source, subjectId, fresh());
  return { subjectId, source, policyId };
}

/** The same subject, monitored and assessed once. */
export async function watchedSubject(world: World, changes: Record<string, unknown> = {}) {
  const known = await knownSubject(world, changes);
  await watch(world, known.subjectId, known.policyId);
  await tickUntilDone();
  return known;
}

export const subscriptionsOf = (
  { client }: World,
  subjectId: string,
): Promise<{ id: string; resource: string; data: Monitoring }[]> =>
  done(client, riskRoutes.listMonitoring, { params: { id: subjectId } });

/** The only monitored policy of a subject. */
export async function subscriptionOf(world: World, subjectId: string): Promise<Monitoring> {
  const [only, ...others] = await subscriptionsOf(world, subjectId);
  if (!only || others.length > 0) throw new Error(`${others.length + 1} policies watch it.`);
  return only.data;
}

export const assessmentsOf = async (world: World, subjectId: string): Promise<Response['body'][]> =>
  (await everyItem((offset) => list(world, 'assessments', { subjectId, offset }))).items;

export const tick = (at: Date = now()) => tickRisk(workerContext(at));

/** Draws of quality samples have a tick of their own. */
const dueRows = async (at: Date): Promise<Item[]> =>
  (await everyRow('risk')).filter(
    ({ dueAt, dueShard }) =>
      typeof dueAt === 'string' && dueAt <= at.toISOString() && !String(dueShard).startsWith('due#quality#'),
  );

/** Runs ticks until nothing is due. */
export async function tickUntilDone(at: Date = now()): Promise<void> {
  for (let left = 20; (await dueRows(at)).length > 0; left -= 1) {
    if (left === 0) throw new Error('There is no end to it.');
    await tick(at);
  }
}

/** Rows that the stream delivers to the worker: subject versions that new evidence has made due. */
export const shownByStream = async (): Promise<Item[]> =>
  (await everyRow('risk')).filter(({ sk, dueAt }) => sk === 'head' && dueAt !== undefined);

export const refreshFromStream = async (at: Date = now()) => refreshMonitored(workerContext(at), await shownByStream());

/** Moves the clock of requests and workers forward. */
export const passSeconds = (seconds: number) => shiftClock(now().getTime() - Date.now() + seconds * 1000);

/** Writes monitored subjects directly to the table, each with its own due time. */
export async function plantWatched(world: World, policyVersionId: string, dueAts: readonly Date[]): Promise<string[]> {
  const { data } = await done(world.client, riskRoutes.readRecord, {
    params: { resource: 'policies', id: policyVersionId },
  });
  const planted = dueAts.map((at) => {
    const subjectId = newId();
    return {
      subjectId,
      rows: watchedRows(world, subjectId, { policyVersionId, key: data.key, at }),
    };
  });
  await putAll(planted.flatMap(({ rows }) => rows));
  return planted.map(({ subjectId }) => subjectId);
}

function watchedRows(
  { organizationId, mode }: World,
  subjectId: string,
  { policyVersionId, key, at }: { policyVersionId: string; key: string; at: Date },
): Item[] {
  const scope = { organizationId, mode };
  const createdAt = at.toISOString();
  const firstVersion = { revision: 0, evidenceRevision: 0, movedAt: '', sources: {}, isMonitored: false };
  const writes = [
    saveMonitored(undefined, {
      id: newId(),
      ...scope,
      subjectId,
      policyKey: key,
      policyVersionId,
      enabled: true,
      lastError: null,
      lastEvaluatedAt: null,
      nextCheckAt: createdAt,
      refusedRevision: null,
      createdAt,
      updatedAt: createdAt,
    }),
    setMonitored(scope, subjectId, firstVersion, true),
    ...pointToMonitored(scope, { subjectId, from: undefined, to: policyVersionId }),
  ];
  const subject = { kind: 'person', externalId: subjectId, createdAt };
  return [
    { ...keyIn(recordsOf(scope, 'subjects'), subjectId), id: subjectId, resource: 'subjects', data: subject },
    ...writes.flatMap((write) => ('put' in write ? [write.put] : [])),
  ];
}

const ROWS_PER_CALL = 25;

async function putAll(rows: readonly Item[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_CALL) {
    const puts = rows.slice(start, start + ROWS_PER_CALL).map((row) => ({
      PutRequest: { Item: marshall(row) },
    }));
    await dynamoClient().send(new BatchWriteItemCommand({ RequestItems: { [tableNameOf('risk')]: puts } }));
  }
}
