import { conflict, refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { getBlob } from '#shared/platform/blobs.ts';
import { dispositionOf } from '#shared/platform/http/content-disposition.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { UNPRINTABLE } from '#shared/platform/jobs/job-report.ts';
import { assuranceReportKey } from '#shared/screening/assurance/assurance-report-key.ts';
import { readAssurance } from '#shared/screening/repository/assurances.ts';
import { assuranceRoutes } from '#shared/screening/routes/assurance.ts';

export const handler = endpoint(assuranceRoutes.readScreeningAssuranceReport, async ({ store, caller }, { params }) => {
  const { ended } = await readAssurance(store, caller, params.id);
  if (!ended?.result) throw conflict('assurance_not_completed', 'The test has no result: it has not completed.');
  if (!ended.report) throw refused(UNPRINTABLE, 'The report could not be printed. Read the test as JSON.');
  const pdf = await getBlob('documents', assuranceReportKey(caller, params.id));
  if (!pdf) throw new Error('The report of a test of effectiveness is missing.');
  return new RawBody('application/pdf', pdf, {
    'content-disposition': dispositionOf('inline', `assurance-${params.id}.pdf`),
  });
});
