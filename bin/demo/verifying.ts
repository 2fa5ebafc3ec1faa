import type { Company } from './company.ts';

interface Verified {
  subjectId: string;
  name: string;
  birthDate: string;
  /** Whether the live picture was that of a living person. */
  isLive: boolean;
  at: string;
}

/** A verification session with one attempt, and the check of the telephone number. */
export async function verify({ system, workflowId }: Company, { subjectId, name, birthDate, isLive, at }: Verified) {
  const key = `demo-session-${subjectId}`;
  const session = await system.verification.createSession({
    body: { workflowId, riskSubjectId: subjectId },
    idempotencyKey: key,
  });
  const attempt = await system.verification.startRun({ params: { id: session.id }, idempotencyKey: `${key}-run` });
  const report = (stepKey: string, outputs: Record<string, string | boolean>) =>
    system.verification.reportStep({
      params: { id: session.id, runId: attempt.id, stepKey },
      body: { status: 'completed', outputs, observedAt: at },
      idempotencyKey: `${key}-${stepKey}`,
    });
  await report('document', { full_name: name, birth_date: birthDate });
  await report('liveness', { is_live: isLive });
  await system.verification.createCheck({
    params: { id: session.id },
    body: { kind: 'phone_reputation', status: 'completed', outcome: isLive ? 'clear' : 'review', observedAt: at },
    idempotencyKey: `${key}-check`,
  });
  return { sessionId: session.id, runId: attempt.id };
}

interface Decided {
  subjectId: string;
  sessionId: string;
  runId: string;
  decision: 'approved' | 'rejected';
  reason: string;
}

export async function decideVerification(
  { admin }: Company,
  { subjectId, sessionId, runId, decision, reason }: Decided,
): Promise<void> {
  await admin.risk.decideVerification({
    params: { id: subjectId },
    body: { sessionWorkflowId: sessionId, workflowRunId: runId, decision, reason },
    idempotencyKey: `demo-verification-decision-${runId}`,
  });
}
