import { expect } from 'vitest';
import { handler as run } from '#functions/workers/run-investigation.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type CallOptions, call } from './api.ts';
import { queueEvent, worked } from './lambda-events.ts';
import { done, readRecord, type World } from './risk-world.ts';
import { drain } from './webhook-workers.ts';

/** Investigations of subjects, and the worker that runs them. */
export const QUESTION = 'What is wrong here?';

export const tryToStart = (world: World, id: string, body: object = {}, options: CallOptions = {}) =>
  call(world.client, riskRoutes.startInvestigation, {
    params: { id },
    body: { question: QUESTION, ...body },
    ...options,
  });

export const started = async (world: World, id: string, body: object = {}) =>
  done(world.client, riskRoutes.startInvestigation, {
    params: { id },
    body: { question: QUESTION, ...body },
  });

/** Runs the worker with all queued messages. */
export const workOff = async () => worked(run, queueEvent(await drain('investigations')));

export const recordOf = async (world: World, id: string) => (await readRecord(world, 'investigations', id)).body;

export async function investigated(world: World, subjectId: string, body: object = {}) {
  const { id } = await started(world, subjectId, body);
  expect(await workOff()).toEqual({ batchItemFailures: [] });
  return recordOf(world, id);
}
