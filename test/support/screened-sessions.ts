import { expect } from 'vitest';
import { handler } from '#functions/workers/screen-session.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import type { Response } from './api.ts';
import { everyRow } from './engine.ts';
import { streamEvent, worked } from './lambda-events.ts';
import { done, newSubject, type World } from './risk-world.ts';
import { type Attempt, aStep, newRun, newSession, newWorkflow, report, type Workflow } from './verification-world.ts';

/** Sessions whose workflow screens the identified person, on the list that contains `anEntry`. */
export const DOCUMENT = aStep('extract', {
  key: 'document',
  outputs: ['full_name', 'date_of_birth', 'nationality', 'document_number'].map((key) => ({ key, type: 'string' })),
});

export const screeningStep = (providerConfig: Record<string, unknown> = {}) =>
  aStep('check', {
    key: 'screening',
    config: {
      kind: 'pep_sanctions',
      provider: 'service_screening',
      providerConfig: { sources: ['eu_fsf'], ...providerConfig },
    },
    outputs: [],
  });

export const LISTED = { full_name: 'Ambrose Quillfeather', date_of_birth: '1961-04-17', nationality: 'IR' };
export const MAYBE_LISTED = { full_name: 'Ambrose Quillfeather' };
export const NOT_LISTED = { full_name: 'Somebody Else' };

export const newScreeningWorkflow = (world: World, step = screeningStep()) => newWorkflow(world, [DOCUMENT, step]);

/** A new attempt of a new session. */
export async function begun(
  world: World,
  workflow: Workflow,
  subjectId: string | null,
  more: Record<string, unknown> = {},
): Promise<Attempt> {
  const sessionId = await newSession(world, workflow, subjectId, more);
  return { sessionId, runId: await newRun(world, sessionId) };
}

/** Reports the document step, so that the service runs the screening next. */
export async function identify(
  world: World,
  attempt: Attempt,
  outputs: Record<string, string>,
  status = 'completed',
): Promise<void> {
  const answer = await report(world, attempt, 'document', { status, outputs });
  expect(answer.status).toBe(200);
}

/** The stream record of an attempt. */
export const shownByStream = async (runId: string) =>
  (await everyRow('verification')).filter((row) => row.id === runId && row.awaitedStep);

export const screenedByStream = async (runId: string) =>
  worked(handler, streamEvent(await shownByStream(runId), 'MODIFY'));

export const checksOf = async ({ client }: World, id: string): Promise<Response['body'][]> =>
  (await done(client, verificationRoutes.listChecks, { params: { id } })).items;

/** A screened attempt of a new subject, and its check. */
export async function screenedAttempt(world: World, outputs: Record<string, string>) {
  const workflow = await newScreeningWorkflow(world);
  const subjectId = await newSubject(world);
  const attempt = await begun(world, workflow, subjectId);
  await identify(world, attempt, outputs);
  await screenedByStream(attempt.runId);
  const [check] = await checksOf(world, attempt.sessionId);
  return { ...attempt, workflow, subjectId, check };
}
