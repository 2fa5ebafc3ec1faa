import { conflict, type Problem, refused } from '@assay/foundation';
import type { PolicyRecord } from '../policy.ts';

/** Only a published version that is not retired can be retired: a draft is used by nothing. */
export function assertRetirable({ data: { status, retiredAt } }: PolicyRecord): void {
  if (status !== 'published') throw conflict('policy_not_published', 'The version is a draft, which nothing can use.');
  if (retiredAt) throw conflict('already_retired', `The version was retired at ${retiredAt}.`);
}

export const policyRetired = ({ data: { key, version, retiredAt } }: PolicyRecord): Problem =>
  refused(
    'policy_retired',
    `Version ${version} of the policy \`${key}\` was retired at ${retiredAt}. Use another published version, or publish a new one.`,
  );
