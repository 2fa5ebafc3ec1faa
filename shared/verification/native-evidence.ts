import type { SubmittedItem } from '#shared/risk/evidence.ts';
import { verificationSource } from '#shared/risk/policy-engine/source-identity.ts';
import type { Standing } from '#shared/risk/repository/subject-state.ts';
import type { Provenance, Said } from '#shared/risk/use-cases/record-evidence.ts';
import { fitsReceipt, needsApproval } from '#shared/risk/verification-evidence.ts';
import type { Outputs, StepReport } from './run.ts';
import type { Session } from './session.ts';
import type { Step } from './workflow.ts';

/**
 * What an attempt says of the subject it is linked to. Each step is a source of its own, each of its
 * outputs a fact; one that is missing, too large for a receipt or not approved yet is said to be
 * unavailable, so that nothing older counts in its place.
 */
const ADAPTER_VERSION = 'verification-v1';

type OfWorkflow = Pick<Session, 'workflowId' | 'workflowRevision'>;

export const sourceOfStep = ({ workflowId, workflowRevision }: OfWorkflow, stepKey: string) =>
  verificationSource({ workflowId, revision: workflowRevision, stepKey });

export const nativeProvenance = (source: string): Provenance => ({
  source,
  sourceRegistrationId: null,
  bindingRevision: null,
  adapterVersion: ADAPTER_VERSION,
  evidenceClass: 'native_verification',
});

/** The attempt, as receipts refer to it. */
export const referenceTo = (runId: string) => `verification-run:${runId}`;

/** What a step found out, as evidence. */
export function statementsOf(
  step: Step,
  { status, outputs, observedAt }: StepReport,
  { runId, isApproved }: { runId: string; isApproved: boolean },
): SubmittedItem[] {
  const counts = status === 'completed' && (isApproved || !needsApproval(step.type));
  return step.outputs.map(({ key: fact }): SubmittedItem => {
    const value = counts ? evidenceIn(outputs, fact) : undefined;
    const said = { fact, observedAt, providerRef: referenceTo(runId) };
    return value === undefined
      ? { ...said, status: 'unavailable', value: null }
      : { ...said, status: 'available', value };
  });
}

function evidenceIn(outputs: Outputs, key: string) {
  const value = Object.hasOwn(outputs, key) ? outputs[key] : undefined;
  return value !== undefined && fitsReceipt(value) ? value : undefined;
}

/** Takes back what sources have standing. */
export function takenBack(
  sources: readonly string[],
  standing: ReadonlyMap<string, Standing>,
  as: { status: 'unavailable' | 'revoked'; observedAt: string; runId: string },
): Said[] {
  const { status, observedAt, runId } = as;
  return sources.flatMap((source) => {
    const items = [...(standing.get(source) ?? [])]
      .filter(([, receipt]) => isLeft(receipt.status, status))
      .map(([fact]): SubmittedItem => {
        return { fact, status, value: null, observedAt, providerRef: referenceTo(runId) };
      });
    return items.length > 0 ? [{ provenance: nativeProvenance(source), items }] : [];
  });
}

/** A newer attempt silences all that was said, a revocation only what counts. */
const isLeft = (standing: SubmittedItem['status'], status: 'unavailable' | 'revoked') =>
  status === 'revoked' ? standing === 'available' : standing !== 'unavailable';
