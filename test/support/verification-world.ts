import { randomUUID } from 'node:crypto';
import { riskRoutes } from '#shared/risk/routes.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { type CallOptions, call, type Response } from './api.ts';
import { ago, assessed, done, everyItem, list, newPolicy, newSubject, type World } from './risk-world.ts';

/** One step of every type, with one output named after the step. */
export const STEP_TYPES = ['capture', 'extract', 'check', 'validate', 'enrich', 'risk'] as const;
export const AT_ONCE = ['capture', 'check', 'validate', 'risk'] as const;
export const UPON_APPROVAL = ['extract', 'enrich'] as const;

export interface StepOf {
  key: string;
  type: string;
  config?: Record<string, unknown>;
  outputs?: { key: string; type: string; itemType?: string }[];
}

export const aStep = (type: string, changes: Partial<StepOf> = {}): StepOf => ({
  key: `${type}_step`,
  type,
  outputs: [{ key: `${type}_output`, type: 'string' }],
  ...changes,
});

export const ALL_STEPS = STEP_TYPES.map((type) => aStep(type));

export const saveWorkflow = ({ owner }: World, steps: unknown = ALL_STEPS, key: string = `w${randomUUID()}`) =>
  call(owner, verificationRoutes.createWorkflow, { body: { key, steps } });

/** A saved workflow; under an existing key, its next revision. */
export async function newWorkflow(
  world: World,
  steps: readonly StepOf[] = ALL_STEPS,
  key: string = `w${randomUUID()}`,
): Promise<Workflow> {
  const body = { key, steps };
  const { id, data } = await done(world.owner, verificationRoutes.createWorkflow, { body });
  return { id, key, revision: data.revision, steps };
}

export interface Workflow {
  id: string;
  key: string;
  revision: number;
  steps: readonly StepOf[];
}

export const openSession = (world: World, body: Record<string, unknown>) =>
  call(world.client, verificationRoutes.createSession, { body });

/** A session of the latest revision, linked to the subject. */
export async function newSession(
  world: World,
  workflow: Workflow,
  riskSubjectId: string | null,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { workflowId: workflow.id, riskSubjectId, ...more };
  return (await done(world.client, verificationRoutes.createSession, { body })).id;
}

export const begin = (world: World, sessionId: string, options: CallOptions = {}) =>
  call(world.client, verificationRoutes.startRun, { params: { id: sessionId }, ...options });

export async function newRun(world: World, sessionId: string): Promise<string> {
  const params = { id: sessionId };
  return (await done(world.client, verificationRoutes.startRun, { params })).id;
}

export interface Attempt {
  sessionId: string;
  runId: string;
}

export const report = (
  world: World,
  { sessionId, runId }: Attempt,
  stepKey: string,
  body: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Response> =>
  call(world.client, verificationRoutes.reportStep, {
    params: { id: sessionId, runId, stepKey },
    body: { status: 'completed', outputs: {}, observedAt: ago(1_000), ...body },
    ...options,
  });

/** Reports a step successfully, with its output named after its type. */
export async function reported(
  world: World,
  attempt: Attempt,
  type: string,
  value: unknown = `${type} value`,
  body: Record<string, unknown> = {},
): Promise<Response['body']> {
  const outputs = { [`${type}_output`]: value };
  const response = await report(world, attempt, `${type}_step`, { outputs, ...body });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body;
}

/** Every step of a workflow of all kinds. */
export async function reportedAll(world: World, attempt: Attempt): Promise<void> {
  for (const type of STEP_TYPES) await reported(world, attempt, type);
}

/** A subject with a linked session and an attempt that has just begun. */
export async function anAttempt(world: World, steps: readonly StepOf[] = ALL_STEPS) {
  const [workflow, subjectId] = [await newWorkflow(world, steps), await newSubject(world)];
  const sessionId = await newSession(world, workflow, subjectId);
  return { workflow, subjectId, sessionId, runId: await newRun(world, sessionId) };
}

/** Two of these steps wait for a decision; the third counts at once. */
export const APPROVABLE_STEPS = ['check', 'extract', 'enrich'].map((type) => aStep(type));

/** An attempt with a result of every step. */
export async function completedAttempt(world: World) {
  const attempt = await anAttempt(world, APPROVABLE_STEPS);
  await completeAttempt(world, attempt);
  return attempt;
}

export async function completeAttempt(world: World, attempt: Attempt): Promise<void> {
  for (const { type } of APPROVABLE_STEPS) await reported(world, attempt, type);
}

export const runOf = ({ client }: World, { sessionId, runId }: Attempt) =>
  done(client, verificationRoutes.readRun, { params: { id: sessionId, runId } });

export const decide = (
  world: World,
  subjectId: string,
  { sessionId, runId }: Attempt,
  decision: string,
  options: CallOptions = {},
) =>
  call(world.owner, riskRoutes.decideVerification, {
    params: { id: subjectId },
    body: { sessionWorkflowId: sessionId, workflowRunId: runId, decision, reason: 'Looked at it.' },
    ...options,
  });

export async function decided(
  world: World,
  subjectId: string,
  { sessionId, runId }: Attempt,
  decision: string,
  more: Record<string, unknown> = {},
): Promise<Response['body']> {
  const response = await call(world.owner, riskRoutes.decideVerification, {
    params: { id: subjectId },
    body: { sessionWorkflowId: sessionId, workflowRunId: runId, decision, reason: 'Looked at it.', ...more },
  });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
}

export const evidenceAbout = async (world: World, subjectId: string): Promise<Response['body'][]> =>
  (await everyItem((offset) => list(world, 'evidence', { subjectId, offset }))).items;

/** The current receipt of each fact: the latest one. */
export async function standingOf(
  world: World,
  subjectId: string,
): Promise<Record<string, { status: string; value: unknown }>> {
  const receipts = await evidenceAbout(world, subjectId);
  return Object.fromEntries(receipts.map(({ data }) => [data.fact, { status: data.status, value: data.value }]));
}

/** The current state of each fact, as a word. */
export async function statusesOf(world: World, subjectId: string): Promise<Record<string, string>> {
  const standing = await standingOf(world, subjectId);
  return Object.fromEntries(Object.entries(standing).map(([fact, { status }]) => [fact, status]));
}

export const bindingOf = ({ id, revision }: Workflow, type: string, output = `${type}_output`) => ({
  workflowId: id,
  revision,
  stepKey: `${type}_step`,
  output,
});

export const sourceOf = ({ id, revision }: Pick<Workflow, 'id' | 'revision'>, stepKey: string) =>
  `verification:${id}:r${revision}:${stepKey}`;

/** An input `native.<type>` that reads the step of that type, by its binding. */
export const nativeInput = (workflow: Workflow, type: string, changes: Record<string, unknown> = {}) => ({
  key: `native.${type}`,
  type: 'string',
  maxAgeSeconds: 86_400,
  acceptedSources: [sourceOf(workflow, `${type}_step`)],
  verification: bindingOf(workflow, type),
  ...changes,
});

/** A policy that only resolves its inputs. */
export const policyOver = (inputs: readonly object[]) => ({
  inputs,
  factors: [],
  aggregation: 'sum',
  missingEvidence: 'review',
  bands: [{ id: 'low', from: 0, effect: { decision: 'none', actions: [] } }],
  reviewAfterSeconds: 86_400,
});

export const nativePolicy = (world: World, workflow: Workflow, types: readonly string[] = STEP_TYPES) =>
  newPolicy(world, policyOver(types.map((type) => nativeInput(workflow, type))));

/** The value of each input of an assessment, or the reason why it has none. */
export async function resolutionOf(
  world: World,
  subjectId: string,
  policyId: string,
): Promise<Record<string, unknown>> {
  const { data } = await assessed(world, subjectId, policyId);
  const inputs = data.inputs as { key: string; value: unknown; reason: string | null }[];
  return Object.fromEntries(inputs.map(({ key, value, reason }) => [key, reason ?? value]));
}
