/** Screens that show what was done, for people who check it. They load together. */
export { AssuranceScreen } from './assurance/assurance.tsx';
export { Assurances } from './assurance/assurances.tsx';
export { AuditLog } from './audit/audit.tsx';
export { EventLog } from './events/events.tsx';
export { Exports } from './exports/exports.tsx';
export { Investigations } from './subjects/investigations.tsx';
