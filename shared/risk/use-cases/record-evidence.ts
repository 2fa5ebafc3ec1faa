import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { memberId } from '#shared/platform/ids.ts';
import { riskEvent } from '../event.ts';
import type { Evidence, EvidenceRecord, SubmittedItem } from '../evidence.ts';
import { laterOf } from '../instant.ts';
import { batchIdOf, receiptWrites } from '../repository/receipts.ts';
import {
  type Head,
  moveSources,
  type Standing,
  type StandingReceipt,
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
  { head, standing }: { head: Head; standing: Standing },
  said: { provenance: Provenance; items: readonly SubmittedItem[]; isBatch: boolean },
): Omit<Change<unknown>, 'result'> & { rowId: string; records: EvidenceRecord[] } {
  const { caller } = context;
  const { provenance, items, isBatch } = said;
  const rowId = context.newId();
  const receivedAt = laterOf(context.now.toISOString(), head.movedAt);
  const records = items.map((item, member): EvidenceRecord => {
    const data = receiptOf(context, subjectId, provenance, item, {
      receivedAt,
      evidenceRevision: head.evidenceRevision + member + 1,
      supersedesId: standing.get(item.fact)?.id ?? null,
      batchId: isBatch ? batchIdOf(rowId) : null,
    });
    return { id: memberId(rowId, member), resource: 'evidence', data };
  });

  return {
    rowId,
    records,
    writes: [
      ...moveSources(caller, subjectId, head, {
        said: [
          {
            source: provenance.source,
            standing: new Map([...standing, ...records.map(standingOf)]),
          },
        ],
        evidenceRevision: head.evidenceRevision + items.length,
        movedAt: receivedAt,
      }),
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
  { caller }: Context,
  subjectId: string,
  provenance: Provenance,
  item: SubmittedItem,
  place: Pick<Evidence, 'receivedAt' | 'evidenceRevision' | 'supersedesId' | 'batchId'>,
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
    submittedBy: principalOf(caller),
    ...place,
  };
}

function standingOf(record: EvidenceRecord): [string, StandingReceipt] {
  const { id, data } = record;
  const { fact, status, value, observedAt, expiresAt } = data;
  const bytes = Buffer.byteLength(JSON.stringify(record));
  const isElsewhere = Buffer.byteLength(JSON.stringify(value)) > INLINE_BYTES;
  return [
    fact,
    { id, status, value: isElsewhere ? null : value, isElsewhere, observedAt, expiresAt, bytes },
  ];
}
