import { actionsOffPath } from './audit-actions.ts';
import { receiptsAstray, rowsOutsideOrganizations, unmarkedErasures } from './audit-commits.ts';
import {
  eventsWithoutRecord,
  keysAgainstHistory,
  namesAstray,
  outboxAstray,
  pointersAstray,
  recordsWithoutCreation,
} from './audit-history.ts';
import { trailsAstray } from './audit-trails.ts';
import { type AuditedState, auditedState } from './stored-state.ts';

/**
 * Looks through all tables for what must never be there, whatever crashed or raced before: half of a
 * change. Each check answers with its findings, so a failing test says what is wrong and where.
 */
export async function audit(): Promise<string[]> {
  const state = await auditedState();
  return CHECKS.flatMap((check) => check(state));
}

const CHECKS: ((state: AuditedState) => string[])[] = [
  rowsOutsideOrganizations,
  eventsWithoutRecord,
  recordsWithoutCreation,
  pointersAstray,
  namesAstray,
  keysAgainstHistory,
  actionsOffPath,
  outboxAstray,
  receiptsAstray,
  unmarkedErasures,
  trailsAstray,
];
