import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { readReceipts } from '#shared/risk/repository/receipts.ts';
import { readSourceState } from '#shared/risk/repository/subject-state.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { verifiedRoutes } from '#shared/risk/routes/verification.ts';
import { recordEvidence } from '#shared/risk/use-cases/record-evidence.ts';
import { evidenceItemOf, importedCheckIn, readImportableCheck } from '#shared/verification/index.ts';

/** Imports a check of a session as evidence. The caller is the source. */
export const handler = endpoint(verifiedRoutes.importSessionCheck, async (context, { params, body: { checkId } }) => {
  const { store, caller } = context;
  const source = principalOf(caller);
  const [subject, state] = await allSettledFirstError([
    readSubject(context, params.id),
    readSourceState(store, caller, { subjectId: params.id, source }),
  ]);
  const { check, conditions } = await readImportableCheck(context, {
    subjectId: subject.id,
    checkId,
    findImported: async (one) => {
      const current = state.currentReceipts.get(evidenceItemOf(one).fact);
      if (!current) return undefined;
      const receipt = (await readReceipts(store, caller, [current.id])).get(current.id);
      return importedCheckIn(receipt?.data.providerRef ?? null);
    },
  });

  const { writes, events, records } = recordEvidence(context, subject.id, state, {
    provenance: {
      source,
      sourceRegistrationId: null,
      bindingRevision: null,
      adapterVersion: 'session-check-v1',
      evidenceClass: 'session_check',
    },
    items: [evidenceItemOf(check)],
    isBatch: false,
  });
  const [record] = records;
  if (!record) throw new Error('One item makes one receipt.');
  return { writes: [...conditions, ...writes], events, result: record };
});
