import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { memberId } from '#shared/platform/ids.ts';
import { riskEvent } from '../event.ts';
import type { Evidence, EvidenceRecord, SubmittedItem } from '../evidence.ts';
import { batchIdOf, receiptWrites } from '../repository/receipts.ts';
import {
  moveHead,
  type StandingReceipt,
  type SubjectState,
  setStanding,
} from '../repository/subject-state.ts';

/** Who says it, and how it came to us. A caller cannot state these; the server does. */
export interface Provenance {
  source: string;
  sourceRegistrationId: string | null;
  bindingRevision: number | null;
  adapterVersion: string;
  evidenceClass: string;
}

/** A value up to this size is kept where assessments look first; a larger one costs them a read. */
const INLINE_BYTES = 512;

/**
 * Receipts for one subject from one source, as one change: each supersedes the receipt of the same
 * fact and source, whatever their times of observation, and the subject's revision moves on by their
 * number.
 */
export function recordEvidence(
  context: Context,
  subjectId: string,
  state: SubjectState,
  said: { provenance: Provenance; items: readonly SubmittedItem[]; isBatch: boolean },
): Omit<Change<unknown>, 'result'> & { rowId: string; records: EvidenceRecord[] } {
  const { caller } = context;
  const { provenance, items, isBatch } = said;
  const rowId = context.newId();
  const standing = state.standing[provenance.source] ?? {};
  const records = items.map((item, member): EvidenceRecord => {
    const data = receiptOf(context, subjectId, provenance, item, {
      evidenceRevision: state.head.evidenceRevision + member + 1,
      supersedesId: standing[item.fact]?.id ?? null,
      batchId: isBatch ? batchIdOf(rowId) : null,
    });
    return { id: memberId(rowId, member), resource: 'evidence', data };
  });

  const revision = state.head.revision + 1;
  const { source } = provenance;
  const facts = { ...standing, ...Object.fromEntries(records.map(standingOf)) };
  return {
    rowId,
    records,
    writes: [
      moveHead(caller, subjectId, state.head, {
        evidenceRevision: state.head.evidenceRevision + items.length,
        sources: { ...state.head.sources, [source]: revision },
      }),
      setStanding(caller, subjectId, { source, revision, facts }),
      ...receiptWrites(
        caller,
        rowId,
        records.map(({ data }) => data),
      ),
    ],
    events: records.map((record) => riskEvent('risk.evidence.recorded', record, { subjectId })),
  };
}

function receiptOf(
  { caller, now }: Context,
  subjectId: string,
  provenance: Provenance,
  item: SubmittedItem,
  place: Pick<Evidence, 'evidenceRevision' | 'supersedesId' | 'batchId'>,
): Evidence {
  return {
    subjectId,
    ...provenance,
    fact: item.fact,
    status: item.status,
    value: item.value ?? null,
    observedAt: new Date(item.observedAt).toISOString(),
    expiresAt: item.expiresAt ? new Date(item.expiresAt).toISOString() : null,
    providerRef: item.providerRef ?? null,
    receivedAt: now.toISOString(),
    submittedBy: principalOf(caller),
    ...place,
  };
}

function standingOf({ id, data }: EvidenceRecord): [string, StandingReceipt] {
  const { fact, status, value, observedAt, expiresAt } = data;
  const isElsewhere = Buffer.byteLength(JSON.stringify(value)) > INLINE_BYTES;
  return [
    fact,
    { id, status, value: isElsewhere ? null : value, isElsewhere, observedAt, expiresAt },
  ];
}
