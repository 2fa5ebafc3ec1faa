import { verificationSource } from '@assay/policy-engine';
import type { SubmittedItem } from '#shared/risk/contract.ts';
import {
  type CurrentReceipts,
  fitsReceipt,
  needsApproval,
  type Provenance,
  type Submission,
} from '#shared/risk/index.ts';
import type { Outputs, StepReport } from './run.ts';
import type { Session } from './session.ts';
import type { Step } from './workflow.ts';

/**
 * Evidence of an attempt about its subject. Each step is a source and each of its outputs a fact.
 * An output that is missing, too large for a receipt or not yet approved is recorded as
 * unavailable, so that older evidence does not count in its place.
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

/** Reference to the attempt in receipts. */
export const referenceTo = (runId: string) => `verification-run:${runId}`;

/** Outputs of a step as evidence. */
export function evidenceItemsOf(
  step: Step,
  { status, outputs, observedAt }: StepReport,
  { runId, isApproved }: { runId: string; isApproved: boolean },
): SubmittedItem[] {
  const counts = status === 'completed' && (isApproved || !needsApproval(step.type));
  return step.outputs.map(({ key: fact }): SubmittedItem => {
    const value = counts ? evidenceIn(outputs, fact) : undefined;
    const common = { fact, observedAt, providerRef: referenceTo(runId) };
    return value === undefined
      ? { ...common, status: 'unavailable', value: null }
      : { ...common, status: 'available', value };
  });
}

function evidenceIn(outputs: Outputs, key: string) {
  const value = Object.hasOwn(outputs, key) ? outputs[key] : undefined;
  return value !== undefined && fitsReceipt(value) ? value : undefined;
}

/** Withdraws the current receipts of sources. */
export function withdrawals(
  sources: readonly string[],
  currentReceipts: ReadonlyMap<string, CurrentReceipts>,
  as: { status: 'unavailable' | 'revoked'; observedAt: string; runId: string },
): Submission[] {
  const { status, observedAt, runId } = as;
  return sources.flatMap((source) => {
    const items = [...(currentReceipts.get(source) ?? [])]
      .filter(([, receipt]) => isToWithdraw(receipt.status, status))
      .map(([fact]): SubmittedItem => {
        return { fact, status, value: null, observedAt, providerRef: referenceTo(runId) };
      });
    return items.length > 0 ? [{ provenance: nativeProvenance(source), items }] : [];
  });
}

/** A newer attempt makes all evidence unavailable; a revocation revokes available evidence only. */
const isToWithdraw = (current: SubmittedItem['status'], status: 'unavailable' | 'revoked') =>
  status === 'revoked' ? current === 'available' : current !== 'unavailable';
