import type { Change, NewEvent, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import { appendEntries, type NewEntry } from '../audit.ts';
import { isOver, type StoredDocument } from '../document.ts';
import { addAuditEntry } from '../repository/audit-entries.ts';
import { createDocument, replaceDocument } from '../repository/documents.ts';

export interface DocumentChange {
  entries: readonly NewEntry[];
  /** Writes in addition to the document and its audit trail. */
  writes?: readonly Write[];
  events?: readonly NewEvent[];
}

export type Changed = Pick<Change, 'writes' | 'events'> & { document: StoredDocument };

/**
 * Every change of a document, its fields or its signers replaces the document's row, which holds
 * the end of the audit trail. Of two concurrent changes one is retried, so audit entry numbers are
 * unique.
 */
export function changeDocument(
  context: Context,
  before: Stored<StoredDocument>,
  after: StoredDocument,
  change: DocumentChange,
): Changed {
  const kept = isOver(after) && !isOver(before.record) ? { ...after, endedAt: context.now.toISOString() } : after;
  const { document, auditWrites } = withEntries(context, kept, change.entries);
  return {
    document,
    writes: [replaceDocument(context.caller, before, document), ...auditWrites, ...(change.writes ?? [])],
    events: change.events ?? [],
  };
}

/** The first row of a document, and the first entry of its audit trail. */
export function newDocument(context: Context, draft: StoredDocument, change: DocumentChange): Changed {
  const { document, auditWrites } = withEntries(context, draft, change.entries);
  return {
    document,
    writes: [createDocument(context.caller, document), ...auditWrites, ...(change.writes ?? [])],
    events: change.events ?? [],
  };
}

function withEntries(context: Context, after: StoredDocument, newEntries: readonly NewEntry[]) {
  const { caller, now, client } = context;
  const { entries, ...trail } = appendEntries(after, newEntries, { caller, now, client });
  return {
    document: { ...after, ...trail, updatedAt: now.toISOString() },
    auditWrites: entries.map((entry) => addAuditEntry(caller, after.id, entry)),
  };
}
