export { eraseOrganization } from './erase-organization.ts';
export { masterKeyUsage } from './master-key-usage.ts';
