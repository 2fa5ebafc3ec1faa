/** Shapes and pure functions that route tables, the client and infra may import. */
export { Assessment } from './assessment.ts';
export { eventFilter } from './event-filter.ts';
export { EvidenceRecord, type SubmittedItem, tooManySources } from './evidence.ts';
export { canonicalLists, canonicalSource } from './listed-sources.ts';
export { OverrideProposal, PolicyProposal, RevocationProposal } from './proposal.ts';
export { FactDeclaration } from './source.ts';
export { SubjectKind } from './subject.ts';
export { CheckOutcome, FlagSeverity, factOfCheck, worstOutcome } from './verification-check.ts';
export { VerificationDecision } from './verification-decision.ts';
export { StepType } from './verification-evidence.ts';
export { WorklistQuery } from './worklist.ts';
export { WorklistOverview } from './worklist-overview.ts';
