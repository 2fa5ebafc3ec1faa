import { refused } from '@assay/foundation';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { memberId } from '#shared/platform/ids.ts';
import { riskEvent } from '../event.ts';
import type { Evidence, EvidenceRecord, SubmittedItem } from '../evidence.ts';
import { earlierOf, laterOf } from '../instant.ts';
import { SOURCES_PER_SUBJECT } from '../limits.ts';
import { batchIdOf, createReceipts } from '../repository/receipts.ts';
import {
  type CurrentReceipt,
  type CurrentReceipts,
  replaceCurrentReceipts,
  type SubjectVersion,
} from '../repository/subject-state.ts';

/** Origin of evidence. Set by the server, never by the caller. */
export interface Provenance {
  source: string;
  sourceRegistrationId: string | null;
  bindingRevision: number | null;
  adapterVersion: string;
  evidenceClass: string;
}

/**
 * Values up to this size are stored with the subject's state. Assessments fetch larger ones
 * separately.
 */
const INLINE_BYTES = 512;

/** Evidence of one source about a subject. */
export interface Submission {
  provenance: Provenance;
  items: readonly SubmittedItem[];
}

export type RecordedEvidence = Omit<Change<unknown>, 'result'> & {
  rowId: string;
  records: EvidenceRecord[];
};

/** Records receipts for one subject from one source. */
export const recordEvidence = (
  context: Context,
  subjectId: string,
  { version, currentReceipts }: { version: SubjectVersion; currentReceipts: CurrentReceipts },
  { isBatch, ...submission }: Submission & { isBatch: boolean },
): RecordedEvidence => {
  const state = {
    version,
    currentReceipts: new Map([[submission.provenance.source, currentReceipts]]),
  };
  return recordFromSources(context, subjectId, state, { submissions: [submission], isBatch });
};

/**
 * Records receipts for one subject from one or several sources in one change. Each supersedes the
 * receipt of the same fact and source, whatever the times of observation, and the evidence revision
 * increases by their number. They share a row, so their number is limited to that of a batch.
 */
export function recordFromSources(
  context: Context,
  subjectId: string,
  { version, currentReceipts }: { version: SubjectVersion; currentReceipts: ReadonlyMap<string, CurrentReceipts> },
  { submissions, isBatch }: { submissions: readonly Submission[]; isBatch: boolean },
): RecordedEvidence {
  const { caller } = context;
  assertSourcesFit(version, submissions);
  const rowId = context.newId();
  const receivedAt = laterOf(context.now.toISOString(), version.movedAt);
  const stated = submissions.flatMap(({ provenance, items }) => items.map((item) => ({ provenance, item })));
  const records = stated.map(({ provenance, item }, member): EvidenceRecord => {
    const data = receiptOf(context, subjectId, provenance, item, {
      receivedAt,
      evidenceRevision: version.evidenceRevision + member + 1,
      supersedesId: currentReceipts.get(provenance.source)?.get(item.fact)?.id ?? null,
      batchId: isBatch ? batchIdOf(rowId) : null,
    });
    return { id: memberId(rowId, member), resource: 'evidence', data };
  });
  const bySource = Map.groupBy(records, ({ data }) => data.source);

  return {
    rowId,
    records,
    writes: [
      ...replaceCurrentReceipts(caller, subjectId, version, {
        changed: [...bySource].map(([source, receipts]) => ({
          source,
          currentReceipts: new Map([...(currentReceipts.get(source) ?? []), ...receipts.map(currentReceiptOf)]),
        })),
        evidenceRevision: version.evidenceRevision + records.length,
        movedAt: receivedAt,
      }),
      ...createReceipts(
        caller,
        rowId,
        records.map(({ data }) => data),
      ),
    ],
    events: records.map((record) => riskEvent('risk.evidence.recorded', record, { subjectId })),
  };
}

/** A subject that has more sources already keeps them. */
function assertSourcesFit({ sources }: SubjectVersion, submissions: readonly Submission[]): void {
  const named = new Set(submissions.map(({ provenance }) => provenance.source));
  const added = [...named].filter((source) => !Object.hasOwn(sources, source)).length;
  if (added > 0 && Object.keys(sources).length + added > SOURCES_PER_SUBJECT)
    throw refused(
      'too_many_sources',
      `A subject has evidence of at most ${SOURCES_PER_SUBJECT} sources. Use a source that it has already.`,
    );
}

/**
 * If the clock of the source is slightly ahead, the time of receipt replaces the time of
 * observation.
 */
function receiptOf(
  { caller }: Context,
  subjectId: string,
  provenance: Provenance,
  item: SubmittedItem,
  place: Pick<Evidence, 'receivedAt' | 'evidenceRevision' | 'supersedesId' | 'batchId'>,
): Evidence {
  const { source, sourceRegistrationId, bindingRevision, adapterVersion, evidenceClass } = provenance;
  const { receivedAt, evidenceRevision, supersedesId, batchId } = place;
  // In the order of the API response.
  return {
    subjectId,
    source,
    sourceRegistrationId,
    fact: item.fact,
    status: item.status,
    value: item.value ?? null,
    observedAt: earlierOf(new Date(item.observedAt).toISOString(), receivedAt),
    expiresAt: item.expiresAt ? new Date(item.expiresAt).toISOString() : null,
    providerRef: item.providerRef ?? null,
    receivedAt,
    evidenceRevision,
    supersedesId,
    bindingRevision,
    submittedBy: principalOf(caller),
    adapterVersion,
    evidenceClass,
    batchId,
  };
}

function currentReceiptOf(record: EvidenceRecord): [string, CurrentReceipt] {
  const { id, data } = record;
  const { fact, status, value, observedAt, expiresAt, evidenceRevision } = data;
  const bytes = Buffer.byteLength(JSON.stringify(record));
  const isElsewhere = Buffer.byteLength(JSON.stringify(value)) > INLINE_BYTES;
  const inline = isElsewhere ? null : value;
  return [fact, { id, status, value: inline, isElsewhere, observedAt, expiresAt, bytes, evidenceRevision }];
}
