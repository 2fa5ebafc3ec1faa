import { conflict } from '@assay/foundation';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { endpoint } from '#shared/endpoint.ts';
import { readSettings } from '#shared/organization/settings/index.ts';
import { dispositionOf } from '#shared/platform/http/content-disposition.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { presentAssurance } from '#shared/screening/assurance/present-assurance.ts';
import { printAssurance } from '#shared/screening/assurance/print-assurance.ts';
import { reportContent } from '#shared/screening/assurance/report-content.ts';
import { readAssurance } from '#shared/screening/repository/assurances.ts';
import { assuranceRoutes } from '#shared/screening/routes/assurance.ts';

export const handler = endpoint(assuranceRoutes.readScreeningAssuranceReport, async (context, { params }) => {
  const { store, caller, now } = context;
  const stored = await readAssurance(store, caller, params.id);
  const { result, ...test } = presentAssurance(stored, undefined, now);
  if (result === null) throw conflict('assurance_not_completed', 'The test has no result: it has not completed.');
  const { name } = await readSettings(context);
  const content = reportContent(
    { ...test, result },
    {
      organization: name ?? `Organization ${caller.organizationId}`,
      mode: caller.mode,
      digest: sha256Hex(canonicalJson(result)),
    },
  );
  return new RawBody('application/pdf', await printAssurance(content), {
    'content-disposition': dispositionOf('inline', `assurance-${params.id}.pdf`),
  });
});
