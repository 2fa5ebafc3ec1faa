import { openAudit } from '#bin/audit/facts.ts';
import { FRESH_RULES } from '#bin/audit/rules.ts';
import { auditedRows } from './stored-state.ts';

/**
 * Searches all tables for inconsistencies that no crash or race may leave behind, such as half of a
 * change. Each rule answers with its findings, so a failing test says what is wrong and where.
 */
export async function audit(): Promise<string[]> {
  const rows = await auditedRows();
  const audit = openAudit(FRESH_RULES, { findingsShown: Number.POSITIVE_INFINITY });
  try {
    for (const row of rows) audit.add(row);
    return audit.judge().findings;
  } finally {
    audit.close();
  }
}
