import type { Scope } from '#shared/platform/caller.ts';
import { reportKey } from '#shared/platform/jobs/job-report.ts';

/** As the seal and the history name it. */
export const ASSURANCE_REPORT = 'screening_assurance';

export const assuranceReportKey = (scope: Scope, id: string) => reportKey(scope, ASSURANCE_REPORT, id);
