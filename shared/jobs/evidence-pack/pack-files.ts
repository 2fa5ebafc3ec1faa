import { presignedGet } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { jobFileKey } from '#shared/platform/jobs/job-files.ts';

/** The sealed PDF of a pack, and what is printed on it. The archive has the name of the file of any job. */
export const packReportKey = (scope: Scope, id: string) => `${jobFileKey(scope, id)}.pdf`;
export const packContentKey = (scope: Scope, id: string) => `${jobFileKey(scope, id)}.content`;

export const packDownloadUrl = (key: string, fileName: string) =>
  presignedGet('exports', key, `attachment; filename="${fileName}"`);
