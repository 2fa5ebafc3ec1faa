import { expect, test } from 'vitest';
import { workers } from '#infra/workers.ts';
import { fullPath, functionFile, type Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { sourceFiles } from '#test/support/source-files.ts';

/** Functions that are called neither by a route nor by a worker's queue, stream or schedule. */
const TRIGGERS = ['identity/add-token-claims.ts', 'service/refuse-unknown.ts'];

/**
 * The public API: method and path of every route, by path. A test fails if a route is added, changed or removed without
 * a change of this list, which is what reviewers look at: clients depend on every line.
 */
const PUBLIC_API = [
  'GET /api-keys',
  'POST /api-keys',
  'POST /api-keys/{id}/revoke',
  'GET /audit/consistency', // that a sealed root continues an earlier one
  'GET /audit/events/{id}/proof', // that an event is in the audit log
  'GET /audit/roots',
  'GET /assay-sign.js', // what embeds the signing page into pages of others
  'GET /counts', // of waiting work, for the navigation of the console
  'GET /directory', // names of the people in histories
  'POST /exports', // records as a file
  'GET /exports/{id}',
  'POST /risk/subjects/{id}/evidence-packs', // everything about a subject, for an examiner
  'GET /risk/evidence-packs/{id}',
  'GET /jobs', // work that takes longer than a request
  'GET /jobs/{id}',
  'POST /jobs/{id}/cancel',
  'GET /documents', // and which there are
  'POST /documents',
  'GET /documents/seal-key', // whose seal a file has
  'GET /documents/sealed/{reference}/{sha256}', // whether this service sealed a file
  'POST /documents/uploads', // for files larger than API Gateway passes on
  'GET /documents/{id}',
  'PATCH /documents/{id}', // a draft with a wrong name
  'DELETE /documents/{id}', // a draft that is not needed
  'GET /documents/{id}/audit',
  'GET /documents/{id}/fields',
  'POST /documents/{id}/fields',
  'PATCH /documents/{id}/fields/{fieldId}',
  'DELETE /documents/{id}/fields/{fieldId}',
  'GET /documents/{id}/form-fields',
  'GET /documents/{id}/pdf',
  'POST /documents/{id}/send',
  'POST /documents/{id}/signers',
  'PATCH /documents/{id}/signers/{signerId}', // a signer's wrong name or address
  'DELETE /documents/{id}/signers/{signerId}', // a signer who was added by mistake
  'POST /documents/{id}/signers/{signerId}/link', // a link that is lost, or in wrong hands
  'POST /documents/{id}/signers/{signerId}/remind', // a signer who has not signed yet
  'POST /documents/bundles', // several templates in one document
  'POST /documents/bundles/generate', // and what it would look like
  'POST /documents/bulk-sends', // a document for every row of a file
  'GET /documents/bulk-sends/{id}', // its progress and report
  'PATCH /documents/{id}/sending', // a document that needs more time, or reminders
  'PUT /documents/{id}/legal-hold', // a document that must not be deleted
  'PUT /documents/{id}/retention', // a document that has to be kept longer
  'POST /documents/{id}/void',
  'GET /health',
  'GET /lookup', // what a person knows the id or the name of
  'GET /me', // who a token identifies
  'GET /members',
  'POST /members',
  'PATCH /members/{id}',
  'GET /openapi.json',
  'GET /organization', // whether a deletion is requested
  'DELETE /organization',
  'POST /organization/deletion/revoke',
  'PUT /organization/legal-hold', // nothing of the organization is erased
  'GET /organization/proposals',
  'POST /organization/proposals', // members with rights, and the deletion, while two people are required
  'GET /organization/brand', // what signers see of the organization
  'PUT /organization/brand',
  'GET /organization/settings',
  'PUT /organization/settings',
  'GET /organization/settings/proposals',
  'POST /organization/settings/proposals',
  'GET /notifications', // what concerns the signed-in user
  'POST /notifications/read',
  'GET /notifications/settings', // of the signed-in user: the email digest
  'PUT /notifications/settings',
  'GET /organization/usage', // what costs money, per day
  'GET /quality/plan', // which decisions get a second one
  'PUT /quality/plan',
  'GET /quality/plan/proposals',
  'POST /quality/plan/proposals', // to draw less
  'GET /quality/results', // agreement and errors
  'GET /quality/samples',
  'GET /quality/samples/{id}',
  'POST /quality/samples/{id}/claim',
  'DELETE /quality/samples/{id}/claim',
  'POST /quality/samples/{id}/review',
  'GET /quality/summary', // of a month, for the board
  'GET /risk/action-queue',
  'POST /risk/actions/transitions', // equal actions are updated together
  'POST /risk/actions/{id}/transitions',
  'POST /risk/assessments/{id}/overrides',
  'GET /risk/attachments/{id}',
  'GET /proposals', // what waits for a second person, of every kind
  'POST /proposals/{id}/decline',
  'POST /proposals/{id}/withdraw',
  'GET /risk/assessments/{id}/overrides/proposals',
  'POST /risk/assessments/{id}/overrides/proposals', // and an override
  'GET /risk/assessments/{id}/explanation', // in full sentences, for auditors or customers
  'GET /risk/assessments/{id}/explanation/pdf',
  'GET /risk/assessments/{id}/comparison',
  'POST /risk/assessments/{id}/replay', // evaluate it again, and compare
  'GET /risk/assessments/{id}/state',
  'POST /risk/contexts',
  'GET /risk/contexts/{id}/decisions', // of all its subjects
  'GET /risk/contexts/{id}/policies',
  'POST /risk/contexts/{id}/policies',
  'GET /risk/contexts/{id}/subjects',
  'POST /risk/contexts/{id}/subjects',
  'GET /risk/investigation-ai-settings',
  'POST /risk/investigation-ai-settings',
  'POST /risk/investigations/{id}/reviews',
  'GET /risk/investigations/{id}/state',
  'POST /risk/outcomes/{id}/withdraw',
  'GET /risk/overrides/{id}/proposals',
  'POST /risk/overrides/{id}/proposals', // a stricter override is revoked by two people
  'POST /risk/overrides/{id}/revoke',
  'POST /risk/policies',
  'POST /risk/policies/simulate',
  'POST /risk/policies/validate',
  'GET /risk/policies/{id}/proposals',
  'POST /risk/policies/{id}/proposals', // a publication that another person makes
  'POST /risk/policies/{id}/publish',
  'GET /risk/policies/{id}/scenarios', // tests of a version, and what they reach
  'PUT /risk/policies/{id}/scenarios',
  'POST /risk/policies/{id}/rollout', // a version for the subjects that another one monitors
  'GET /risk/rollouts/{id}',
  'POST /risk/backtests', // what a version would have decided
  'GET /risk/backtests/{id}',
  'GET /risk/backtests/{id}/changed',
  'GET /risk/monitoring',
  'GET /risk/policies/{key}/statistics',
  'GET /risk/policies/{id}/shadow', // a version that is evaluated beside the one in force
  'POST /risk/policies/{id}/shadow',
  'GET /risk/policies/{id}/shadow/divergent',
  'GET /risk/policies/{key}/quality', // by what turned out to be true
  'POST /risk/policies/{id}/retire', // a version that must not decide any more
  'GET /risk/policy-schema',
  'GET /risk/requests', // those that wait for the caller
  'POST /risk/requests/{id}/answer',
  'POST /risk/requests/{id}/close',
  'GET /risk/reviews',
  'POST /risk/sources',
  'POST /risk/sources/{id}/bindings',
  'POST /risk/subjects',
  'POST /risk/subjects/{id}/activities',
  'POST /risk/subjects/{id}/assessments',
  'PUT /risk/subjects/{id}/assignment',
  'GET /risk/subjects/{id}/events/{eventId}/assessments',
  'POST /risk/subjects/{id}/evidence',
  'POST /risk/subjects/{id}/evidence/batch',
  'POST /risk/subjects/{id}/investigations',
  'GET /risk/subjects/{id}/journey',
  'GET /risk/subjects/{id}/monitoring',
  'POST /risk/subjects/{id}/monitoring',
  'GET /risk/subjects/{id}/notes',
  'POST /risk/subjects/{id}/notes',
  'GET /risk/subjects/{id}/overview', // a subject in one call
  'GET /risk/subjects/{id}/outcomes',
  'POST /risk/subjects/{id}/outcomes', // what turned out to be true
  'POST /risk/subjects/{id}/policy-selection',
  'PUT /risk/subjects/{id}/presence', // others see who has opened a subject
  'DELETE /risk/subjects/{id}/presence', // and no longer see who has closed it
  'POST /risk/subjects/{id}/attachments', // an upload URL for a file of a note
  'GET /risk/subjects/{id}/requests',
  'POST /risk/subjects/{id}/requests', // a question to another person, or an escalation
  'POST /risk/subjects/{id}/session-checks',
  'POST /risk/subjects/{id}/verification-decisions',
  'GET /risk/verification-inputs',
  'GET /risk/worklist', // one line per subject with open actions
  'GET /risk/worklist/overview', // figures of the worklist, from counters
  'GET /risk/{resource}',
  'GET /risk/{resource}/{id}',
  'POST /screening/look-backs', // since which version of a list the rows of a batch would have been found, as a job
  'GET /screening/look-backs/{id}',
  'GET /screening/look-backs/{id}/findings',
  'GET /screening/matches', // the matches that wait for a decision
  'POST /screening/assurance', // a test of effectiveness as a job
  'GET /screening/assurance',
  'GET /screening/assurance/{id}',
  'GET /screening/assurance/{id}/report',
  'POST /screening/assurance/{id}/limit-proposals', // a class that finds less than expected is accepted by two people
  'POST /screening/assurance/{id}/limits',
  'GET /screening/batches',
  'GET /screening/attestations', // what the lists of a day were
  'GET /screening/attestations/{date}',
  'POST /screening/batches', // up to a hundred runs in one request, or a job for an uploaded file
  'POST /screening/batches/uploads',
  'GET /screening/batches/{id}',
  'GET /screening/batches/{id}/rows', // results of an uploaded file
  'DELETE /screening/batches/{id}/rows', // the key of its rows
  'GET /screening/batch-mappings', // which heading of a file is which column, under a name
  'GET /screening/batch-mappings/{name}',
  'PUT /screening/batch-mappings/{name}',
  'DELETE /screening/batch-mappings/{name}',
  'GET /screening/matches/{id}', // everything a reviewer needs to decide one
  'POST /screening/matches/decisions', // one decision on all matches that are certainly one party
  'POST /screening/matches/{id}/decision',
  'POST /screening/matches/{id}/proposals', // a decision that another person makes
  'GET /screening/settings', // whether decisions on matches are remembered
  'PUT /screening/settings',
  'GET /screening/decisions', // those that are remembered
  'POST /screening/decisions/expire',
  'GET /screening/profile-proposals', // what waits for a second person
  'GET /screening/profiles', // lists and scores under a name, with the reasons for them
  'GET /screening/profiles/{key}',
  'PUT /screening/profiles/{key}',
  'GET /screening/profiles/{key}/proposals', // a change that another person makes
  'POST /screening/profiles/{key}/proposals',
  'GET /screening/profiles/{key}/versions/{version}', // what a run was screened with
  'GET /screening/runs',
  'POST /screening/runs',
  'GET /screening/runs/{id}',
  'POST /screening/runs/{id}/reproduce', // a result that is shown years later
  'POST /screening/runs/{id}/risk-subject',
  'POST /screening/search', // a look at the lists that stores nothing
  'GET /screening/sources',
  'PUT /screening/sources/{key}', // a list of one organization
  'DELETE /screening/sources/{key}',
  'POST /screening/sources/{key}/approve',
  'GET /screening/sources/{key}/coverage', // a year of attestations of a list
  'GET /screening/sources/{key}/entries/{entryId}', // what a list states of an entry
  'PUT /screening/sources/{key}/file',
  'GET /screening/sources/{key}/history', // who changed a list that all customers are screened against
  'GET /screening/sources/{key}/proposals',
  'POST /screening/sources/{key}/proposals', // two people for what no other person has asked for
  'POST /screening/sources/{key}/refresh',
  'POST /screening/sources/{key}/reject', // an upload that was a mistake
  'POST /screening/sources/{key}/roll-back', // and a publication that was one
  'GET /screening/sources/{key}/versions/{versionId}', // what came and went with a version
  'POST /screening/batches/{id}/watches',
  'GET /screening/watches', // customers who are screened again when a list changes
  'POST /screening/watches',
  'GET /screening/watches/{id}',
  'PUT /screening/watches/{id}',
  'DELETE /screening/watches/{id}',
  'POST /screening/watches/{id}/run',
  'GET /sign/assets/{build}/{file}', // the signing page's own, for the same reason
  'GET /sign/{token}',
  'GET /signing/{token}',
  'GET /signing/{token}/brand', // whose document it is
  'POST /signing/{token}/code', // a forwarded link does not open a document whose sender asked for an emailed code
  'POST /signing/{token}/code/verify',
  'POST /signing/{token}/complete',
  'POST /signing/{token}/consent', // the disclosure on electronic signatures is accepted once
  'POST /signing/{token}/decline',
  'POST /signing/{token}/delegate',
  'POST /signing/{token}/fields/{fieldId}',
  'GET /signing/{token}/fields/{fieldId}/image', // and what was drawn onto them
  'POST /signing/{token}/identity-check', // the verification session of a signer, and what became of it
  'POST /signing/{token}/fields/{fieldId}/typed-signature', // a typed signature as it will be sealed
  'POST /signing/{token}/link', // a new link to a completed document, after the old one has expired
  'GET /signing/{token}/pdf', // the pages the signing page shows
  'GET /signing/{token}/preview', // the first of them, for slow connections
  'GET /signing/{token}/text', // the same words without pages, for a phone
  'POST /signing/{token}/view', // that a signer has opened a document is an event
  'GET /templates', // what there is to make documents from
  'POST /templates/markdown',
  'POST /templates/images', // logos and pictures, which sources name
  'POST /templates/markdown/check', // what an editor says beside the preview: roles, fields, findings
  'POST /templates/markdown/preview',
  'POST /templates/pdf', // templates of contracts that exist as PDFs
  'GET /templates/{id}',
  'PATCH /templates/{id}', // a template with a wrong name
  'DELETE /templates/{id}', // a template that is not needed
  'POST /templates/{id}/create-document',
  'POST /templates/{id}/generate',
  'PATCH /templates/{id}/markdown',
  'PATCH /templates/{id}/pdf', // other fields on the same PDF
  'GET /templates/{id}/revisions', // who changed the text of a contract, and when
  'GET /templates/{id}/revisions/{revision}',
  'POST /templates/{id}/revisions/{revision}/restore', // a change that was a mistake
  'GET /verification/sessions',
  'POST /verification/sessions',
  'GET /verification/sessions/{id}',
  'GET /verification/sessions/{id}/checks',
  'POST /verification/sessions/{id}/checks', // the records that session checks are imported from
  'POST /verification/sessions/{id}/runs',
  'GET /verification/sessions/{id}/runs/{runId}', // for people who decide about an attempt
  'POST /verification/sessions/{id}/runs/{runId}/steps/{stepKey}',
  'GET /verification/subjects/{id}/attempts', // what verification currently states about a subject
  'GET /verification/workflows',
  'POST /verification/workflows',
  'GET /verification/workflows/{id}', // the steps of a revision a session or policy stays with
  'GET /webhooks',
  'POST /webhooks',
  'GET /webhooks/event-types', // every event with its schema and a sample
  'GET /webhooks/{id}',
  'PATCH /webhooks/{id}',
  'DELETE /webhooks/{id}',
  'GET /webhooks/{id}/deliveries',
  'GET /webhooks/{id}/deliveries/{deliveryId}', // what was sent
  'POST /webhooks/{id}/deliveries/{deliveryId}/retry',
  'POST /webhooks/{id}/ping',
  'POST /webhooks/{id}/recover', // what receivers know from Svix: everything again since a time
  'POST /webhooks/{id}/replay', // what was committed while a webhook was paused, disabled or did not exist
  'POST /webhooks/{id}/rotate-secret',
  'GET /webhooks/{id}/stats', // whether a receiver is healthy, and since when
  'GET //console', // the web console
  'GET //console/assets/{file}', // its scripts, styles and fonts
  'GET //console/config.json', // the issuer and client of its sign-in
  'GET //console/{path+}', // its pages, which exist in the browser only
  'GET //docs',
  'GET //verify', // checks a sealed file in the browser
  'GET //docs/{file}', // the page's own scripts and styles, since it loads nothing from elsewhere
];

const lineOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** The routes that all modules define, also if the table does not list them. */
async function definedRoutes(): Promise<Route[]> {
  const modules = sourceFiles('shared').flatMap(({ path }) => {
    return /^shared\/(\w+)\/routes\.ts$/.exec(path)?.[1] ?? [];
  });
  const tables: Record<string, Record<string, Route>>[] = await Promise.all(
    modules.map((module) => import(`../../shared/${module}/routes.ts`)),
  );
  return tables.flatMap((exported) => Object.values(exported).flatMap(Object.values<Route>));
}

test('routes: every route has a function, and every function a route, worker or trigger', async () => {
  const defined = (await definedRoutes()).map(functionFile);
  const standing = sourceFiles('functions').map(({ path }) => path.replace('functions/', ''));

  expect(allRoutes.map(functionFile).filter((file) => !standing.includes(file))).toEqual([]);
  expect(standing.sort()).toEqual([...defined, ...workers.map(functionFile), ...TRIGGERS].sort());
});

test('routes: every route knows its module and name', () => {
  for (const [module, ofModule] of Object.entries(routes))
    for (const [name, route] of Object.entries(ofModule)) expect(route).toMatchObject({ module, name });
});

test('routes: no two routes share a name, or a method and path', () => {
  const names = allRoutes.map(({ name }) => name);
  const lines = allRoutes.map((route) => lineOf(route).replace(/\{\w+\+?\}/g, '{}'));

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

test('routes: the public API is the reviewed list', () => {
  expect(PUBLIC_API.filter((line, index) => PUBLIC_API.indexOf(line) !== index)).toEqual([]);
  expect(allRoutes.map(lineOf).sort()).toEqual(PUBLIC_API.toSorted());
});

test('routes: paths begin with the prefix of the API', () => {
  for (const route of allRoutes) expect(fullPath(route)).toMatch(/^\/(api\/v1\/|docs|console|verify)/);
});

test('routes: every mutating POST of risk, screening and webhooks requires an idempotency key', () => {
  const keyed = allRoutes.filter(
    ({ module, method, isReadOnly }) =>
      method === 'POST' && !isReadOnly && ['risk', 'screening', 'webhooks'].includes(module),
  );

  expect(keyed.length).toBeGreaterThan(0);
  expect(keyed.filter(({ idempotency }) => idempotency !== 'required').map(lineOf)).toEqual([]);
});

test('routes: public routes change nothing', () => {
  const open = allRoutes.filter(({ access }) => access === 'public');

  expect(open.map(lineOf).sort()).toEqual(
    [
      'GET /health',
      'GET /openapi.json',
      'GET //docs',
      'GET //docs/{file}',
      'GET /sign/{token}',
      'GET /sign/assets/{build}/{file}',
      'GET /assay-sign.js',
      'GET //console',
      'GET //console/{path+}',
      'GET //console/assets/{file}',
      'GET //console/config.json',
      'GET /documents/seal-key',
      'GET /documents/sealed/{reference}/{sha256}',
      'GET //verify',
    ].sort(),
  );
});
