export { ActionStatus, canMove, OPEN } from './action.ts';
export { Assessment, type AssessmentRecord } from './assessment.ts';
export { followEvents } from './audit/follow.ts';
export { everyAuditedScope } from './audit/head.ts';
export { erasableAudit } from './audit/places.ts';
export { proveIn } from './audit/prove.ts';
export { type AuditRoot, findRoot, findRootOver, listRoots } from './audit/root.ts';
export { sealDueLogs, settledUntil } from './audit/seal.ts';
export { presentEvent } from './event.ts';
export { DueInvestigation } from './investigation-messages.ts';
export { NOTE_ADDED } from './note.ts';
export type { StoredNotice } from './notice.ts';
export { type DueDigest, horizonSeconds, nextDigestAt } from './notification-settings.ts';
export { type ActionRow, actionsIn, findActions, parseActionRow } from './repository/actions.ts';
export { readAssessment } from './repository/assessments.ts';
export { recordsOf } from './repository/collections.ts';
export {
  beginDigest,
  closeDigest,
  leaseDigest,
  readDueDigests,
  unbeginDigest,
} from './repository/digests.ts';
export { erasableBehindEvents, erasableRisk } from './repository/erasable.ts';
export { NAMED } from './repository/names.ts';
export { unreadBetween } from './repository/notices.ts';
export { findOverrides } from './repository/overrides.ts';
export { latestVersionsPartition } from './repository/policies.ts';
export {
  closedRiskProposals,
  openRiskProposals,
  type RiskProposal,
} from './repository/proposals.ts';
export { batchIdOf, readReceipts, receiptsIn } from './repository/receipts.ts';
export { listNamed, listRecords, recordsIn } from './repository/records.ts';
export { readersOf } from './repository/screening-readers.ts';
export {
  advanceVersion,
  type CurrentReceipts,
  readSourceState,
  readState,
  type SubjectState,
  statePartition,
} from './repository/subject-state.ts';
export { type SubjectWork, subjectWorkIn } from './repository/subject-work.ts';
export { readSubject } from './repository/subjects.ts';
export { countOverrides } from './repository/work-counters.ts';
export { waitingRequestIds } from './repository/work-requests.ts';
export { RESOURCES } from './resource.ts';
export { assignedDueBefore } from './use-cases/assigned-due.ts';
export { closeRiskProposal } from './use-cases/close-proposal.ts';
export { countEvents } from './use-cases/count-events.ts';
export { createSubject } from './use-cases/create-subject.ts';
export { explained } from './use-cases/explain-assessment.ts';
export { listWorklist } from './use-cases/list-worklist.ts';
export { readWorklistOverview } from './use-cases/read-worklist-overview.ts';
export {
  type Provenance,
  recordEvidence,
  recordFromSources,
  type Submission,
} from './use-cases/record-evidence.ts';
export { refreshMonitored } from './use-cases/refresh-monitored.ts';
export { escalateWork } from './use-cases/request-work.ts';
export { backtestRunner, endBacktest } from './use-cases/run-backtest.ts';
export { runInvestigation } from './use-cases/run-investigation.ts';
export { rolloutRunner } from './use-cases/run-rollout.ts';
export { checkOldestDue } from './use-cases/tick-monitoring.ts';
export { tickRisk } from './use-cases/tick-risk.ts';
export { writeNotices } from './use-cases/write-notices.ts';
export { decisionFault, VerificationDecisionRecord } from './verification-decision.ts';
export { fitsReceipt, needsApproval } from './verification-evidence.ts';
export { VerificationInput } from './verification-input.ts';
export { openActions, overriddenPlaces, placeOfWork } from './work.ts';
export { CountedWork, differences } from './work-counts.ts';
