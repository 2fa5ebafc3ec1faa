import { conflict, forbidden, refused } from '@assay/foundation';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import type { Context } from '#shared/platform/context.ts';
import { FAULT_DETAILS, itemFault, type SubmittedItem } from '../evidence.ts';
import { readSource } from '../repository/sources.ts';
import { readSourceState } from '../repository/subject-state.ts';
import { readSubject } from '../repository/subjects.ts';
import { sourceIdentity } from '../source.ts';
import { recordEvidence } from './record-evidence.ts';

/** Evidence that an API key submits for the source it is bound to. */
const ADAPTER_VERSION = 'evidence-api-v1';

export async function submitEvidence(
  context: Context,
  submission: {
    subjectId: string;
    sourceRegistrationId: string;
    items: readonly SubmittedItem[];
    isBatch: boolean;
  },
) {
  const { store, caller, now } = context;
  const [subject, source, state] = await allSettledFirstError([
    readSubject(context, submission.subjectId),
    readSource(context, submission.sourceRegistrationId),
    readSourceState(store, caller, {
      subjectId: submission.subjectId,
      source: sourceIdentity(submission.sourceRegistrationId),
    }),
  ]);

  if (!source.data.apiKeyIds.includes(caller.id))
    throw forbidden('Only an API key that is bound to the source can submit its evidence.');
  if (!source.data.enabled) throw conflict('source_disabled', 'The source is disabled.');
  const faults = submission.items.flatMap((item, index) => {
    const fault = itemFault(item, source.data.facts, now);
    if (!fault) return [];
    const path = submission.isBatch ? `items.${index}.${fault.path}` : fault.path;
    return [{ ...fault, path }];
  });
  const [first] = faults;
  if (first)
    throw refused(
      first.code,
      FAULT_DETAILS[first.code],
      faults.map(({ path, message }) => ({ path, message })),
    );

  return recordEvidence(context, subject.id, state, {
    provenance: {
      source: sourceIdentity(source.id),
      sourceRegistrationId: source.id,
      bindingRevision: source.data.revision,
      adapterVersion: ADAPTER_VERSION,
      evidenceClass: 'assertion',
    },
    items: submission.items,
    isBatch: submission.isBatch,
  });
}
