import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { readSettings } from '#shared/organization/settings/index.ts';
import type { ReportOf } from '#shared/platform/jobs/job-report.ts';
import { readAssurance } from '../repository/assurances.ts';
import { ASSURANCE_REPORT, assuranceReportKey } from './assurance-report-key.ts';
import { presentAssurance } from './present-assurance.ts';
import { printAssurance } from './print-assurance.ts';
import { reportContent } from './report-content.ts';
import { carriedLimits, endedTest } from './run-assurance.ts';

/** The report of a test that has counted everything and will end with this seal. */
export const assuranceReport: ReportOf = async (context, job) => {
  const { store, caller, now } = context;
  const print = async () => {
    const test = await readAssurance(store, caller, job.id);
    const completed = { ...job, status: 'completed' as const, endedAt: now.toISOString() };
    const ended = await endedTest(context, completed, test);
    const carried = { limits: carriedLimits(completed), limitProposals: [] };
    const { result, ...others } = presentAssurance({ ...test, ended }, undefined, now, carried);
    if (result === null) throw new Error('The test has no result.');
    const { name } = await readSettings(context);
    return printAssurance(
      reportContent(
        { ...others, result },
        {
          organization: name ?? `Organization ${caller.organizationId}`,
          mode: caller.mode,
          digest: sha256Hex(canonicalJson(result)),
        },
      ),
    );
  };
  return { kind: ASSURANCE_REPORT, bucket: 'documents', key: assuranceReportKey(caller, job.id), print };
};
