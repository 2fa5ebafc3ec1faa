import type { Scope } from '#shared/platform/caller.ts';
import { listPointers } from '#shared/platform/store/collection.ts';
import type { Store } from '#shared/platform/store/store.ts';
import type { EvidenceRecord } from '../evidence.ts';
import { canonicalSource } from '../listed-sources.ts';
import { recordsAbout } from '../repository/collections.ts';
import { receiptsIn } from '../repository/receipts.ts';
import type { CurrentReceipt, SubjectState } from '../repository/subject-state.ts';

type Known = Pick<SubjectState, 'currentReceipts'>;

/**
 * The current receipts of a subject as they were at some of its evidence revisions. A receipt has the revision with which the
 * service got it, so what is dated earlier and came later is not among them. Reads each receipt once, and keeps no more than the
 * answer has.
 */
export async function evidenceKnownAt(
  store: Store,
  scope: Scope,
  subjectId: string,
  revisions: readonly number[],
): Promise<Map<number, Known>> {
  const known = new Map([...new Set(revisions)].map((revision) => [revision, new Map<string, Facts>()]));
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof pageOfReceipts>> = await pageOfReceipts(store, scope, subjectId, offset);
    for (const receipt of page.items)
      for (const [revision, sources] of known)
        if (receipt.data.evidenceRevision <= revision) keepLater(sources, receipt);
    offset = page.nextOffset;
  }
  return new Map([...known].map(([revision, currentReceipts]) => [revision, { currentReceipts }]));
}

type Facts = Map<string, CurrentReceipt & { evidenceRevision: number }>;

const pageOfReceipts = (store: Store, scope: Scope, subjectId: string, offset: number) =>
  listPointers(store, recordsAbout(scope, 'evidence', subjectId), { offset, expand: receiptsIn });

/** Ids follow the clocks of machines, revisions the order in which receipts superseded each other. */
function keepLater(sources: Map<string, Facts>, record: EvidenceRecord): void {
  const { fact, source, evidenceRevision, status, value, observedAt, expiresAt } = record.data;
  const name = canonicalSource(source);
  const facts = sources.get(name) ?? new Map();
  sources.set(name, facts);
  const before = facts.get(fact);
  if (before && before.evidenceRevision > evidenceRevision) return;
  const bytes = Buffer.byteLength(JSON.stringify(record));
  facts.set(fact, { id: record.id, status, value, isElsewhere: false, observedAt, expiresAt, bytes, evidenceRevision });
}
