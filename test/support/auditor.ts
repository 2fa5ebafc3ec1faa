import { type Findings, openAudit } from '#bin/audit/facts.ts';
import { FRESH_RULES } from '#bin/audit/rules.ts';
import { auditedRows, type StoredRow } from './stored-state.ts';

/**
 * Searches all tables for inconsistencies that no crash or race may leave behind, such as half of a
 * change. Each rule answers with its findings, so a failing test says what is wrong and where.
 */
export const audit = async (): Promise<string[]> => auditOf(await auditedRows()).findings;

/** With any other options than the audit has by itself. */
export function auditOf(rows: readonly StoredRow[], options: Parameters<typeof openAudit>[1] = {}): Findings {
  const audit = openAudit(FRESH_RULES, { findingsShown: Number.POSITIVE_INFINITY, ...options });
  try {
    for (const row of rows) audit.add(row);
    return audit.judge();
  } finally {
    audit.close();
  }
}
