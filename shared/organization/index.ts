export { carryOverMemoryKeys } from './carry-over-memory-keys.ts';
export { eraseOrganization } from './erase-organization.ts';
export { masterKeyUsage } from './master-key-usage.ts';
export { needsTwoForDeletion } from './needs-two-for-deletion.ts';
export { acceptChange } from './organization-proposals.ts';
export { rememberScreeningDecisions } from './use-cases/remember-screening-decisions.ts';
export { sendDueDigests } from './use-cases/send-digests.ts';
export { openProposals } from './use-cases/waiting-proposals.ts';
