import { actionsOffPath } from './actions.ts';
import { answers, freshAnswers, proposalsOnMatches, unresolvedAnswers } from './answers.ts';
import { assessmentsAstray } from './assessments.ts';
import { recordsWithoutReceipt } from './creations.ts';
import type { Rule } from './facts.ts';
import { matchesAstray } from './matches.ts';
import { outboxAstray } from './outbox.ts';
import { monitoredAstray, namesAstray, notesAstray, pointersAstray, unmarkedErasures } from './pairs.ts';
import { proposals } from './proposals.ts';
import { recordsAstray } from './records.ts';
import { rowsOutsideOrganizations } from './rows.ts';
import { trailsAstray } from './trails.ts';
import { workAstray } from './work.ts';
import { countersAstray } from './work-counters.ts';

const RULES: readonly Rule[] = [
  rowsOutsideOrganizations,
  recordsAstray,
  pointersAstray,
  notesAstray,
  namesAstray,
  monitoredAstray,
  actionsOffPath,
  workAstray,
  countersAstray,
  proposalsOnMatches,
  proposals,
  unresolvedAnswers,
  unmarkedErasures,
  trailsAstray,
  matchesAstray,
  assessmentsAstray,
];

/** Hold at any time, regardless of the stage's age and its workers. */
export const LASTING_RULES: readonly Rule[] = [...RULES, answers];

/** Hold while no idempotency record has expired and no worker has dispatched the outbox. */
export const FRESH_RULES: readonly Rule[] = [...RULES, freshAnswers, recordsWithoutReceipt, outboxAstray];
