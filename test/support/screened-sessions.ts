import { expect } from 'vitest';
import { handler } from '#functions/workers/screen-session.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import type { Response } from './api.ts';
import { everyRow } from './engine.ts';
import { streamEvent, worked } from './lambda-events.ts';
import { done, newSubject, type World } from './risk-world.ts';
import {
  type Attempt,
  aStep,
  newRun,
  newSession,
  newWorkflow,
  report,
  type Workflow,
} from './verification-world.ts';

/** Sessions of workflows that screen whom they have identified, on the list that `anEntry` stands on. */
export const DOCUMENT = aStep('extract', {
  key: 'document',
  outputs: ['full_name', 'date_of_birth', 'nationality', 'document_number'].map((key) => ({
    ...{ key, type: 'string' },
  })),
});

export const screeningStep = (providerConfig: Record<string, unknown> = {}) =>
  aStep('check', {
    key: 'screening',
    config: {
      ...{ kind: 'pep_sanctions', provider: 'service_screening' },
      providerConfig: { sources: ['eu_fsf'], ...providerConfig },
    },
    outputs: [],
  });

export const LISTED = {
  ...{ full_name: 'Ambrose Quillfeather', date_of_birth: '1961-04-17', nationality: 'IR' },
};
export const MAYBE_LISTED = { full_name: 'Ambrose Quillfeather' };
export const NOT_LISTED = { full_name: 'Somebody Else' };

export const newScreeningWorkflow = (world: World, step = screeningStep()) =>
  newWorkflow(world, [DOCUMENT, step]);

/** An attempt that has just begun, of a session of its own. */
export async function begun(
  world: World,
  workflow: Workflow,
  subjectId: string | null,
  more: Record<string, unknown> = {},
): Promise<Attempt> {
  const sessionId = await newSession(world, workflow, subjectId, more);
  return { sessionId, runId: await newRun(world, sessionId) };
}

/** Its document is read, so that the screening is the service's turn. */
export async function identify(
  world: World,
  attempt: Attempt,
  outputs: Record<string, string>,
  status = 'completed',
): Promise<void> {
  const answer = await report(world, attempt, 'document', { status, outputs });
  expect(answer.status).toBe(200);
}

/** What the stream shows of an attempt. */
export const shownByStream = async (runId: string) =>
  (await everyRow('verification')).filter((row) => row.id === runId && row.awaitedStep);

export const screenedByStream = async (runId: string) =>
  worked(handler, streamEvent(await shownByStream(runId), 'MODIFY'));

export const checksOf = async ({ client }: World, id: string): Promise<Response['body'][]> =>
  (await done(client, verificationRoutes.listChecks, { params: { id } })).items;

/** An attempt of a subject of its own that was screened, and its one check. */
export async function screenedAttempt(world: World, outputs: Record<string, string>) {
  const workflow = await newScreeningWorkflow(world);
  const subjectId = await newSubject(world);
  const attempt = await begun(world, workflow, subjectId);
  await identify(world, attempt, outputs);
  await screenedByStream(attempt.runId);
  const [check] = await checksOf(world, attempt.sessionId);
  return { ...attempt, workflow, subjectId, check };
}
