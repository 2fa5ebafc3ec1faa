import { actionsOffPath } from './actions.ts';
import {
  receiptsWithoutRecord,
  recordsWithoutReceipt,
  rowsOutsideOrganizations,
  unmarkedErasures,
} from './commits.ts';
import {
  eventsWithoutRecord,
  keysAgainstHistory,
  namesAstray,
  outboxAstray,
  pointersAstray,
  recordsWithoutCreation,
} from './history.ts';
import type { AuditedState } from './stored-state.ts';
import { trailsAstray } from './trails.ts';

/** Each rule returns its findings: what is in the tables and must never be, whatever crashed before. */
export type Rule = (state: AuditedState) => string[];

/** They hold at any time, however old a stage is and whatever its workers have done. */
export const LASTING_RULES: readonly Rule[] = [
  rowsOutsideOrganizations,
  eventsWithoutRecord,
  recordsWithoutCreation,
  pointersAstray,
  namesAstray,
  keysAgainstHistory,
  actionsOffPath,
  receiptsWithoutRecord,
  unmarkedErasures,
  trailsAstray,
];

/** They hold as long as no idempotency record has expired and no worker has dispatched the outbox. */
export const FRESH_RULES: readonly Rule[] = [recordsWithoutReceipt, outboxAstray];
