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
export const referenceToRun = (runId: string) => `screening-run:${runId}`;
