import type { Provenance } from '#shared/risk/use-cases/record-evidence.ts';

/** How what a run found becomes evidence: under the name of its lists and scores, leading back to it. */
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
