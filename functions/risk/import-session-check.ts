import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { readSourceState } from '#shared/risk/repository/subject-state.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { verifiedRoutes } from '#shared/risk/routes/verification.ts';
import { recordEvidence } from '#shared/risk/use-cases/record-evidence.ts';
import { evidenceItemOf, readCheck, readSession } from '#shared/verification/index.ts';

/** Imports a check of a session as evidence. The caller is the source. */
export const handler = endpoint(
  verifiedRoutes.importSessionCheck,
  async (context, { params, body }) => {
    const { store, caller } = context;
    const source = principalOf(caller);
    const [subject, check, state] = await allSettledFirstError([
      readSubject(context, params.id),
      readCheck(context, body.checkId),
      readSourceState(store, caller, { subjectId: params.id, source }),
    ]);
    const { record: session } = await readSession(context, check.data.sessionId);

    if (check.data.participantKey !== null || session.data.participantKey !== null)
      throw refused(
        'participant_check',
        'The check is about a participant, so it provides no evidence for the subject.',
      );
    if (session.data.riskSubjectId !== null && session.data.riskSubjectId !== subject.id)
      throw refused('session_of_another_subject', 'The session is linked to another subject.');

    const { writes, events, records } = recordEvidence(context, subject.id, state, {
      provenance: {
        ...{ source, sourceRegistrationId: null, bindingRevision: null },
        ...{ adapterVersion: 'session-check-v1', evidenceClass: 'session_check' },
      },
      items: [evidenceItemOf(check)],
      isBatch: false,
    });
    const [record] = records;
    if (!record) throw new Error('One item makes one receipt.');
    return { writes, events, result: record };
  },
);
