import { randomUUID } from 'node:crypto';
import type { Scope } from '#shared/platform/caller.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { existingSubject, made } from './risk-examples.ts';

/** Verification records created through the API, with one step that counts at once and one that waits for a decision. */
export const aWorkflow = () => ({
  key: `w${randomUUID()}`,
  steps: [
    { key: 'document', type: 'extract', outputs: [{ key: 'birth_date', type: 'string' }] },
    { key: 'liveness', type: 'check', outputs: [{ key: 'is_live', type: 'boolean' }] },
  ],
});

/** A workflow that can check the identity of a signer. */
export const existingNamingWorkflow = (scope: Scope) =>
  made(scope, verificationRoutes.createWorkflow, {
    body: {
      key: `w${randomUUID()}`,
      steps: [{ key: 'document', type: 'extract', outputs: [{ key: 'full_name', type: 'string' }] }],
    },
  });

export const aReport = (outputs: Record<string, unknown> = { is_live: true }) => ({
  status: 'completed',
  outputs,
  observedAt: new Date(Date.now() - 60_000).toISOString(),
});

export const aCheck = () => ({
  kind: 'email_reputation',
  status: 'completed',
  outcome: 'clear',
  observedAt: new Date(Date.now() - 60_000).toISOString(),
});

export const existingWorkflow = (scope: Scope) => made(scope, verificationRoutes.createWorkflow, { body: aWorkflow() });

/** A session that is linked to its own subject. */
export async function existingSession(scope: Scope) {
  const [workflowId, subjectId] = [await existingWorkflow(scope), await existingSubject(scope)];
  const body = { workflowId, riskSubjectId: subjectId };
  return { id: await made(scope, verificationRoutes.createSession, { body }), subjectId };
}

/** An attempt without reported steps. */
export async function existingRun(scope: Scope) {
  const { id, subjectId } = await existingSession(scope);
  const runId = await made(scope, verificationRoutes.startRun, { params: { id } });
  return { id, runId, subjectId };
}

/** An attempt that is completed. */
export async function reportedRun(scope: Scope) {
  const { subjectId, ...params } = await existingRun(scope);
  const report = (stepKey: string, outputs: Record<string, unknown>) =>
    made(scope, verificationRoutes.reportStep, {
      params: { ...params, stepKey },
      body: aReport(outputs),
    });
  await report('document', { birth_date: '1990-05-17' });
  await report('liveness', { is_live: true });
  return { ...params, subjectId };
}

export async function existingCheck(scope: Scope) {
  const { id, subjectId } = await existingSession(scope);
  const options = { params: { id }, body: aCheck() };
  return { id, subjectId, checkId: await made(scope, verificationRoutes.createCheck, options) };
}

/** A subject with a completed attempt whose session has a check. */
export async function verifiedSubject(scope: Scope): Promise<string> {
  const { id, subjectId } = await reportedRun(scope);
  await made(scope, verificationRoutes.createCheck, { params: { id }, body: aCheck() });
  return subjectId;
}
