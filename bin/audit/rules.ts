import { actionsOffPath } from './actions.ts';
import { receiptsWithoutRecord, recordsWithoutReceipt, rowsOutsideOrganizations, unmarkedErasures } from './commits.ts';
import {
  eventsWithoutRecord,
  keysAgainstHistory,
  namesAstray,
  notesAstray,
  outboxAstray,
  pointersAstray,
  recordsWithoutCreation,
} from './history.ts';
import { matchesAstray } from './matches.ts';
import type { AuditedState } from './stored-state.ts';
import { trailsAstray } from './trails.ts';
import { workAstray } from './work.ts';

/** Each rule returns findings: stored states that must never exist, whatever crashed before. */
export type Rule = (state: AuditedState) => string[];

/** Hold at any time, regardless of the stage's age and its workers. */
export const LASTING_RULES: readonly Rule[] = [
  rowsOutsideOrganizations,
  eventsWithoutRecord,
  recordsWithoutCreation,
  pointersAstray,
  notesAstray,
  namesAstray,
  keysAgainstHistory,
  actionsOffPath,
  workAstray,
  receiptsWithoutRecord,
  unmarkedErasures,
  trailsAstray,
  matchesAstray,
];

/** Hold while no idempotency record has expired and no worker has dispatched the outbox. */
export const FRESH_RULES: readonly Rule[] = [recordsWithoutReceipt, outboxAstray];
