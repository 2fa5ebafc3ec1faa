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
    // Stored as JSON text: DynamoDB maps accept neither `undefined` nor numbers beyond 38 digits.
    details: JSON.stringify(entry.details),
  },
  when: 'absent',
});

export async function listAuditEntries(store: Store, scope: Scope, documentId: string): Promise<AuditEntry[]> {
  const rows = await rowsOf(store, scope, documentId, PREFIX);
  return rows.map((row) => AuditEntry.parse({ ...row, details: JSON.parse(String(row.details)) }));
}
