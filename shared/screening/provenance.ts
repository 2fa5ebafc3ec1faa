import type { Provenance } from '#shared/risk/index.ts';

/**
 * How results of a run become evidence: with a source of its lists and scores, and a reference to
 * the run.
 */
const ADAPTER_VERSION = 'screening-v1';

export const screeningProvenance = (source: string): Provenance => ({
  source,
  sourceRegistrationId: null,
  bindingRevision: null,
  adapterVersion: ADAPTER_VERSION,
  evidenceClass: 'screening',
});

/** The run, as receipts and checks of sessions refer to it. */
const REFERENCE = 'screening-run:';

export const referenceToRun = (runId: string) => `${REFERENCE}${runId}`;

/** The id of the run that a receipt refers to, if it refers to one. */
export const runIdIn = (providerRef: string | null) =>
  providerRef?.startsWith(REFERENCE) ? providerRef.slice(REFERENCE.length) : undefined;
