import type { Scope } from '../caller.ts';

/** Objects of the jobs of an organization and mode. The bucket deletes them after 7 days, and erasure before. */
export const jobFilesOf = ({ organizationId, mode }: Scope) => `exports/${organizationId}/${mode}/`;

/** The file that a job makes. */
export const jobFileKey = (scope: Scope, jobId: string) => `${jobFilesOf(scope)}${jobId}`;
