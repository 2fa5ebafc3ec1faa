export { eraseOrganization } from './erase-organization.ts';
export { masterKeyUsage } from './master-key-usage.ts';
export { openProposals } from './use-cases/waiting-proposals.ts';
