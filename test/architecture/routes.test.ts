import { expect, test } from 'vitest';
import { workers } from '#infra/workers.ts';
import { fullPath, functionFile, type Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { sourceFiles } from '#test/support/source-files.ts';

/** Functions that are called neither by a route nor by a worker's queue, stream or schedule. */
const TRIGGERS = ['identity/add-token-claims.ts', 'service/refuse-unknown.ts'];

/** Method and path of every operation in the specification. */
const SPECIFIED: Record<string, readonly string[]> = {
  service: ['GET /health', 'GET /openapi.json', 'GET //docs'],
  organization: ['POST /api-keys', 'GET /api-keys', 'POST /api-keys/{id}/revoke', 'DELETE /organization'],
  webhooks: [
    'POST /webhooks',
    'GET /webhooks',
    'GET /webhooks/{id}',
    'PATCH /webhooks/{id}',
    'POST /webhooks/{id}/rotate-secret',
    'DELETE /webhooks/{id}',
    'GET /webhooks/{id}/deliveries',
    'POST /webhooks/{id}/deliveries/{deliveryId}/retry',
    'POST /webhooks/{id}/ping',
  ],
  risk: [
    'GET /risk/policy-schema',
    'POST /risk/policies/validate',
    'POST /risk/policies/simulate',
    'GET /risk/verification-inputs',
    'GET /risk/investigation-ai-settings',
    'POST /risk/investigation-ai-settings',
    'POST /risk/subjects',
    'POST /risk/contexts',
    'POST /risk/contexts/{id}/subjects',
    'GET /risk/contexts/{id}/subjects',
    'GET /risk/contexts/{id}/policies',
    'POST /risk/contexts/{id}/policies',
    'POST /risk/policies',
    'POST /risk/policies/{id}/publish',
    'POST /risk/sources',
    'POST /risk/sources/{id}/bindings',
    'POST /risk/subjects/{id}/evidence',
    'POST /risk/subjects/{id}/evidence/batch',
    'POST /risk/subjects/{id}/policy-selection',
    'GET /risk/subjects/{id}/monitoring',
    'POST /risk/subjects/{id}/monitoring',
    'POST /risk/subjects/{id}/verification-decisions',
    'POST /risk/subjects/{id}/assessments',
    'POST /risk/subjects/{id}/session-checks',
    'POST /risk/subjects/{id}/activities',
    'POST /risk/subjects/{id}/investigations',
    'GET /risk/investigations/{id}/state',
    'POST /risk/investigations/{id}/reviews',
    'GET /risk/subjects/{id}/journey',
    'GET /risk/subjects/{id}/events/{eventId}/assessments',
    'GET /risk/assessments/{id}/state',
    'POST /risk/assessments/{id}/overrides',
    'POST /risk/overrides/{id}/revoke',
    'POST /risk/actions/{id}/transitions',
    'GET /risk/action-queue',
    'GET /risk/{resource}',
    'GET /risk/{resource}/{id}',
  ],
  verification: [
    'POST /verification/workflows',
    'GET /verification/workflows',
    'POST /verification/sessions',
    'GET /verification/sessions',
    'GET /verification/sessions/{id}',
    'POST /verification/sessions/{id}/runs',
    'POST /verification/sessions/{id}/runs/{runId}/steps/{stepKey}',
  ],
  screening: [
    'GET /screening/sources',
    'POST /screening/sources/{key}/approve',
    'POST /screening/sources/{key}/refresh',
    'PUT /screening/sources/{key}/file',
    'POST /screening/runs',
    'GET /screening/runs',
    'GET /screening/runs/{id}',
    'POST /screening/matches/{id}/decision',
  ],
  documents: [
    'POST /templates/markdown/preview',
    'POST /templates/markdown',
    'PATCH /templates/{id}/markdown',
    'GET /templates/{id}',
    'POST /templates/{id}/generate',
    'POST /templates/{id}/create-document',
    'POST /documents',
    'GET /documents/{id}',
    'GET /documents/{id}/pdf',
    'GET /documents/{id}/audit',
    'POST /documents/{id}/signers',
    'POST /documents/{id}/send',
    'POST /documents/{id}/void',
    'POST /documents/{id}/fields',
    'GET /documents/{id}/fields',
    'PATCH /documents/{id}/fields/{fieldId}',
    'DELETE /documents/{id}/fields/{fieldId}',
    'GET /documents/{id}/form-fields',
    'GET /sign/{token}',
    'GET /signing/{token}',
    'POST /signing/{token}/fields/{fieldId}',
    'POST /signing/{token}/complete',
    'POST /signing/{token}/decline',
  ],
};

/** Modules that implement all of the specification. */
const COMPLETE = ['service', 'organization', 'verification', 'documents', 'webhooks'];

/** Additions to the specification. */
const ADDED = [
  'GET /counts', // of waiting work, for the navigation of the console
  'GET /risk/worklist', // one line per subject with open actions
  'POST /risk/actions/transitions', // equal actions are updated together
  'GET /risk/subjects/{id}/overview', // a subject in one call
  'PUT /risk/subjects/{id}/assignment',
  'PUT /risk/subjects/{id}/presence', // others see who has opened a subject
  'POST /risk/subjects/{id}/notes',
  'GET /risk/subjects/{id}/notes',
  'GET /organization', // whether a deletion is requested
  'POST /organization/deletion/revoke',
  'GET /me', // who a token identifies
  'GET /directory', // names of the people in histories
  'GET /lookup', // what a person knows the id or the name of
  'GET /members',
  'POST /members',
  'PATCH /members/{id}',
  'GET /organization/settings',
  'PUT /organization/settings',
  'POST /organization/settings/proposals',
  'GET /organization/settings/proposals',
  'POST /templates/pdf', // templates of contracts that exist as PDFs
  'PATCH /templates/{id}/pdf', // other fields on the same PDF
  'GET /verification/workflows/{id}', // the steps of a revision a session or policy stays with
  'GET /verification/sessions/{id}/runs/{runId}', // for people who decide about an attempt
  'POST /risk/policies/{id}/proposals', // a publication that another person makes
  'GET /risk/policies/{id}/proposals',
  'POST /risk/assessments/{id}/overrides/proposals', // and an override
  'GET /risk/assessments/{id}/overrides/proposals',
  'GET /verification/subjects/{id}/attempts', // what verification currently states about a subject
  'POST /verification/sessions/{id}/checks', // the records that session checks are imported from
  'GET /verification/sessions/{id}/checks',
  'GET /screening/sources/{key}/entries/{entryId}', // what a list states of an entry
  'GET /screening/matches', // the matches that wait for a decision
  'GET /screening/matches/{id}', // everything a reviewer needs to decide one
  'POST /screening/matches/{id}/proposals', // a decision that another person makes
  'POST /screening/search', // a look at the lists that stores nothing
  'GET //docs/{file}', // the page's own scripts and styles, since it loads nothing from elsewhere
  'GET /sign/assets/{build}/{file}', // the signing page's own, for the same reason
  'GET /assay-sign.js', // what embeds the signing page into pages of others
  'GET /templates', // what there is to make documents from
  'GET /documents', // and which there are
  'PATCH /documents/{id}', // a draft with a wrong name
  'DELETE /documents/{id}', // a draft that is not needed
  'PATCH /documents/{id}/signers/{signerId}', // a signer's wrong name or address
  'PATCH /templates/{id}', // a template with a wrong name
  'DELETE /templates/{id}', // a template that is not needed
  'GET /documents/seal-key', // whose seal a file has
  'POST /documents/uploads', // for files larger than API Gateway passes on
  'DELETE /documents/{id}/signers/{signerId}', // a signer who was added by mistake
  'POST /documents/{id}/signers/{signerId}/link', // a link that is lost, or in wrong hands
  'POST /signing/{token}/link', // a new link to a completed document, after the old one has expired
  'POST /signing/{token}/consent', // the disclosure on electronic signatures is accepted once
  'POST /signing/{token}/view', // that a signer has opened a document is an event
  'GET /signing/{token}/pdf', // the pages the signing page shows
  'GET /signing/{token}/preview', // the first of them, for slow connections
  'GET /signing/{token}/fields/{fieldId}/image', // and what was drawn onto them
  'POST /signing/{token}/fields/{fieldId}/typed-signature', // a typed signature as it will be sealed
  'GET /screening/sources/{key}/history', // who changed a list that everybody is screened against
  'GET /screening/sources/{key}/versions/{versionId}', // what came and went with a version
  'POST /screening/sources/{key}/reject', // an upload that was a mistake
  'POST /screening/sources/{key}/roll-back', // and a publication that was one
  'GET //console', // the web console
  'GET //console/{path+}', // its pages, which exist in the browser only
  'GET //console/assets/{file}', // its scripts, styles and fonts
  'GET //console/config.json', // the issuer and client of its sign-in
  'GET /webhooks/{id}/deliveries/{deliveryId}', // what was sent
  'GET /webhooks/{id}/stats', // whether a receiver is healthy, and since when
  'POST /webhooks/{id}/recover', // what receivers know from Svix: everything again since a time
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

test('routes: paths are those of the specification', () => {
  const unknown = allRoutes
    .filter(({ module, ...route }) => !SPECIFIED[module]?.includes(lineOf(route)))
    .map(lineOf)
    .filter((line) => !ADDED.includes(line));

  expect(unknown).toEqual([]);
});

test.each(COMPLETE)('all that the specification names of the %s module is there', (module) => {
  const lines = allRoutes.map(lineOf);

  expect((SPECIFIED[module] ?? []).filter((line) => !lines.includes(line))).toEqual([]);
});

test('routes: paths begin with the prefix of the API', () => {
  for (const route of allRoutes) expect(fullPath(route)).toMatch(/^\/(api\/v1\/|docs|console)/);
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
    ].sort(),
  );
});
