import { assertScope } from '#shared/identity/index.ts';
import type { Caller } from '#shared/platform/caller.ts';
import type { ExportKind } from './export.ts';

/** The module whose lists an export reads. */
const MODULE_OF: Record<ExportKind, string> = {
  subjects: 'risk',
  worklist: 'risk',
  events: 'risk',
  matches: 'screening',
  runs: 'screening',
  batch_rows: 'screening',
  screening_decisions: 'screening',
  attestations: 'screening',
  documents: 'documents',
};

/** A key that cannot read a list cannot export it either, nor read an export of it. */
export const assertReadable = (kind: ExportKind, caller: Caller): void =>
  assertScope({ module: MODULE_OF[kind], method: 'GET', isReadOnly: false, needsWriteScope: false }, caller);
