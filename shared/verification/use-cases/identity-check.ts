import { Problem, refused } from '@assay/foundation';
import { likenessOfNames, loadNameTables, type NameLikeness, newNameTables } from '@assay/names';
import type { NewEvent, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { createSubject } from '#shared/risk/index.ts';
import { verificationEvent } from '../event.ts';
import { namedDocumentStep } from '../identity-document.ts';
import { readOutputs, readWorkflowRun } from '../repository/runs.ts';
import { assertSessionUnchanged, createSession, readSession } from '../repository/sessions.ts';
import { readWorkflow } from '../repository/workflows.ts';
import { resultOf, type WorkflowRunRecord } from '../run.ts';
import { screenedPerson } from '../screened-person.ts';
import { newSession, type Session } from '../session.ts';
import type { Workflow, WorkflowRecord } from '../workflow.ts';

/**
 * A session that another module requests to check who a person is, such as the signer of a document. It is linked to
 * a subject of its own, because attempts are decided for a subject. The module reads what became of it; the session
 * does not know who asked.
 */
export interface OpenedCheck {
  sessionId: string;
  workflowKey: string;
  workflowRevision: number;
}

/** The workflow, which has to read a name from a document. */
export async function readIdentityWorkflow(context: Context, id: string): Promise<WorkflowRecord> {
  const workflow = await readWorkflow(context, id).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) throw unfit('No workflow has this id.');
    throw error;
  });
  if (!namedDocumentStep(workflow.data.steps))
    throw unfit('The workflow has no `extract` step with an output for a name, such as `full_name`.');
  return workflow;
}

const unfit = (message: string) =>
  refused('unfit_workflow', 'The workflow cannot check the identity of a signer. See `errors`.', [
    { path: 'identityCheck.workflowId', message },
  ]);

/** Opens the session, and the subject that its attempts are decided for. */
export async function openIdentityCheck(
  context: Context,
  { workflowId, externalId }: { workflowId: string; externalId: string },
): Promise<{ writes: readonly Write[]; events: readonly NewEvent[]; result: OpenedCheck }> {
  const workflow = await readIdentityWorkflow(context, workflowId);
  const subject = createSubject(context, { kind: 'person', externalId });
  const subjectId = subject.result.id;
  const session = newSession(workflow, {
    id: context.newId(),
    riskSubjectId: subjectId,
    participantKey: null,
    createdAt: context.now.toISOString(),
  });
  const { key, revision } = workflow.data;
  return {
    writes: [...subject.writes, createSession(context.caller, session)],
    events: [...subject.events, verificationEvent('verification.session.created', session, { subjectId })],
    result: { sessionId: session.id, workflowKey: key, workflowRevision: revision },
  };
}

/** A step of the approved attempt. `accepted`: it failed, and the person who approved the attempt accepted that. */
interface CheckedStep {
  key: string;
  type: Workflow['steps'][number]['type'];
  result: 'completed' | 'accepted';
}

export type IdentityResult =
  | { status: 'waiting' | 'in_review' | 'declined' }
  | { status: 'approved'; runId: string; approvedAt: string; name: NameLikeness; steps: CheckedStep[] };

const tables = newNameTables();

/** What the latest attempt says, and whether the name on its document is that of the person. */
export async function readIdentityResult(
  context: Context,
  { sessionId, name }: { sessionId: string; name: string },
): Promise<IdentityResult> {
  const { data } = (await readSession(context, sessionId)).record;
  const status = statusOf(data);
  if (status !== 'approved' || data.latestRunId === null) return { status: status === 'approved' ? 'waiting' : status };
  const runId = data.latestRunId;
  const [run, workflow] = await Promise.all([
    readWorkflowRun(context, { sessionId, runId }),
    readWorkflow(context, data.workflowId, data.workflowRevision),
  ]);
  const approval = run.record.data.decisions.findLast(({ decision }) => decision === 'approved');
  if (run.record.data.decision !== 'approved' || !approval) return { status: 'waiting' };
  const step = namedDocumentStep(workflow.data.steps);
  const outputs = step ? await readOutputs(context, runId, [step.key]) : new Map();
  const { person } = screenedPerson(outputs.get(step?.key ?? '') ?? {}, context.now.toISOString().slice(0, 10));
  return {
    status: 'approved',
    runId,
    approvedAt: approval.decidedAt,
    name: await likenessOf(name, [person.name, ...person.aliases], person.country),
    steps: stepsOf(workflow.data, run.record),
  };
}

/** The status of the latest attempt. A newer attempt does not inherit the decision of the one before. */
function statusOf({ latestRunId, runs }: Session): IdentityResult['status'] {
  const latest = runs.find(({ id }) => id === latestRunId);
  if (!latest || latest.status === 'in_progress') return 'waiting';
  if (latest.decision === null) return 'in_review';
  return latest.decision === 'approved' ? 'approved' : 'declined';
}

async function likenessOf(name: string, stated: readonly string[], country: string | null): Promise<NameLikeness> {
  await loadNameTables(tables, [name, ...stated]);
  const found = stated.map((one) => likenessOfNames(tables, [name, one], country ?? undefined));
  if (found.includes('equal')) return 'equal';
  return found.includes('similar') ? 'similar' : 'different';
}

const stepsOf = ({ steps }: Workflow, { data }: WorkflowRunRecord): CheckedStep[] =>
  steps.map(({ key, type }) => ({
    key,
    type,
    result: resultOf(data, key)?.status === 'completed' ? 'completed' : 'accepted',
  }));

/**
 * The condition that the attempt is still the latest and approved, for the transaction that relies on it. Undefined if
 * it no longer is.
 */
export async function approvedAttempt(
  context: Context,
  { sessionId, runId }: { sessionId: string; runId: string },
): Promise<Write | undefined> {
  const session = await readSession(context, sessionId);
  const { data } = session.record;
  const isApproved = data.latestRunId === runId && statusOf(data) === 'approved';
  return isApproved ? assertSessionUnchanged(context.caller, session) : undefined;
}
