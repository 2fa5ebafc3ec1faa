import { randomUUID } from 'node:crypto';
import type { NewEntry } from '#shared/documents/audit.ts';
import { readDocument, replaceDocument } from '#shared/documents/repository/documents.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { contextOf } from './document-examples.ts';

/** Audit entries per transaction, in addition to the document itself. */
const ENTRIES_AT_ONCE = 99;

/** Appends entries until the audit trail of a document has this many. */
export async function lengthenTrail(scope: Scope, id: string, { length, entry }: { length: number; entry: NewEntry }) {
  const context = contextOf(scope);
  for (;;) {
    const stored = await readDocument(context, id);
    const missing = length - stored.record.auditCount;
    if (missing <= 0) return;
    const entries = Array.from({ length: Math.min(missing, ENTRIES_AT_ONCE) }, () => entry);
    const { writes } = changeDocument(context, stored, stored.record, { entries });
    await dynamoStore.transact(writes, randomUUID());
  }
}

/** Sets the stored length of an audit trail, for tests that do not read the entries. */
export async function claimTrail(scope: Scope, id: string, auditCount: number) {
  const stored = await readDocument(contextOf(scope), id);
  await dynamoStore.writeOne(replaceDocument(scope, stored, { ...stored.record, auditCount }));
}
