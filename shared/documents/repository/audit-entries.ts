import type { Scope } from '#shared/platform/caller.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { AuditEntry } from '../audit.ts';
import { partitionOf } from './collections.ts';
import { rowsOf } from './rows.ts';

const PREFIX = 'audit#';
const DIGITS = 9;

export const addAuditEntry = (scope: Scope, documentId: string, entry: AuditEntry): Write => ({
  table: 'documents',
  put: {
    pk: partitionOf(scope, documentId),
    sk: `${PREFIX}${String(entry.number).padStart(DIGITS, '0')}`,
    ...entry,
    // As text: a row's own maps take no `undefined` and no number beyond 38 digits.
    details: JSON.stringify(entry.details),
  },
  when: 'absent',
});

export async function listAuditEntries(
  store: Store,
  scope: Scope,
  documentId: string,
): Promise<AuditEntry[]> {
  const rows = await rowsOf(store, scope, documentId, PREFIX);
  return rows.map((row) => AuditEntry.parse({ ...row, details: JSON.parse(String(row.details)) }));
}
