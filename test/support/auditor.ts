import { FRESH_RULES, LASTING_RULES } from '#bin/audit/rules.ts';
import { auditedState } from './stored-state.ts';

/**
 * Searches all tables for inconsistencies that no crash or race may leave behind, such as half of a
 * change. Each rule answers with its findings, so a failing test says what is wrong and where.
 */
export async function audit(): Promise<string[]> {
  const state = await auditedState();
  return [...LASTING_RULES, ...FRESH_RULES].flatMap((rule) => rule(state));
}
