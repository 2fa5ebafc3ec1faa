import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import type { AuditedState, StoredRow } from './stored-state.ts';

/**
 * A document's trail has as many entries as the document records, chained to the recorded last
 * hash.
 */
export function trailsAstray({ rows }: AuditedState): string[] {
  const trails = Map.groupBy(
    rows.filter(({ table, item }) => table === 'documents' && item.sk.startsWith('audit#')),
    ({ rest }) => rest,
  );
  const documents = rows.filter(
    ({ table, kind, item }) => table === 'documents' && kind === 'documents' && item.auditHead,
  );
  // A worker removes the trail of a deleted draft before its row.
  const deleted = rows.filter(({ table, item }) => table === 'documents' && item.isDeleted === true);
  const known = new Set([...documents, ...deleted].map(({ item }) => String(item.id)));
  return [
    ...documents.flatMap((row) => faultsOf(row, trails.get(String(row.item.id)) ?? [])),
    ...[...trails.keys()].filter((id) => !known.has(id)).map((id) => `${id} is a trail of nothing`),
  ];
}

function faultsOf({ item }: StoredRow, trail: StoredRow[]): string[] {
  const entries = trail.map((row) => row.item).sort((a, b) => (a.sk < b.sk ? -1 : 1));
  let head = '0'.repeat(64);
  for (const [index, { pk, sk, hash, details, ...told }] of entries.entries()) {
    const entry = { ...told, details: JSON.parse(String(details)) };
    const isNext = told.number === index + 1 && told.previousHash === head;
    if (!isNext || sha256Hex(canonicalJson(entry)) !== hash) return [`${pk} ${sk} breaks its trail`];
    head = String(hash);
  }
  const isWhole = entries.length === item.auditCount && head === item.auditHead;
  return isWhole ? [] : [`${item.id} has ${entries.length} entries, not ${item.auditCount}`];
}
