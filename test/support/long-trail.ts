import { randomUUID } from 'node:crypto';
import type { NewEntry } from '#shared/documents/audit.ts';
import { readDocument, replaceDocument } from '#shared/documents/repository/documents.ts';
import { changeDocument } from '#shared/documents/use-cases/change-document.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { contextOf } from './document-examples.ts';

/** Beside the document itself, what a transaction has room for. */
const ENTRIES_AT_ONCE = 99;

/** Notes something down again and again, until the trail of a document has this many entries. */
export async function lengthenTrail(
  scope: Scope,
  id: string,
  { length, entry }: { length: number; entry: NewEntry },
) {
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

/** Has a document say that its trail is this long, for tests that never look at the trail. */
export async function claimTrail(scope: Scope, id: string, auditCount: number) {
  const stored = await readDocument(contextOf(scope), id);
  await dynamoStore.writeOne(replaceDocument(scope, stored, { ...stored.record, auditCount }));
}
