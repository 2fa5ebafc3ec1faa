import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleFunctions } from '#infra/bundle.ts';
import { unknownPaths } from '#infra/constructs/unknown-paths.ts';
import { tokenTrigger } from '#infra/constructs/user-pool.ts';
import { bundleName } from '#infra/function-names.ts';
import { workers } from '#infra/workers.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { walked } from '#test/support/soak.ts';

const LIMIT_BYTES = 472 * 1024;
/** Size that the S3 client, multipart uploads and the presigner add to a bundle. */
const S3_BYTES = 165 * 1024;
const S3_MODEL = 'com.amazonaws.s3';
const worker = (name: string) => bundleName({ module: 'workers', name });
/**
 * Functions that read names in every script include the tables; they are evaluated on first use.
 */
const WITH_SCRIPTS_BYTES = 2_500 * 1024;
const LARGE_DOCUMENTS: Record<string, number> = {
  createDocument: 2_950 * 1024,
  createBundle: 1_650 * 1024,
  createDocumentFromTemplate: 3_420 * 1024,
  createPdfTemplate: 3_200 * 1024,
  updatePdfTemplate: 3_200 * 1024,
  // Typed signatures are drawn, and printed text is repaired, glyph by glyph.
  ...Object.fromEntries(
    [
      'createTemplate',
      'updateTemplate',
      'restoreTemplateRevision',
      'previewTemplate',
      'generateBundle',
      'generatePdf',
      'fillField',
    ].map((name) => [name, 1_600 * 1024]),
  ),
  // Images are looked at before a template is printed.
  checkTemplate: 840 * 1024,
  previewTypedSignature: 1_350 * 1024,
  // It also compares the name on an identity document, as screening reads names.
  checkIdentity: 2_650 * 1024,
  completeSigning: 2_445 * 1024,
};
/**
 * One contains the schemas of all modules and grows with the API; some send messages, one calls a
 * model.
 */
const LARGER_LIMITS: Record<string, number> = {
  [bundleName(routes.service.readOpenapi)]: 620 * 1024,
  // The shapes of all proposals are in the route table of the organization.
  ...Object.fromEntries(Object.values(routes.organization).map((route) => [bundleName(route), 510 * 1024])),
  // A logo is cleaned.
  [bundleName(routes.organization.updateBrand)]: 600 * 1024,
  [bundleName(routes.organization.lookUp)]: 540 * 1024,
  [bundleName(routes.organization.createMember)]: 540 * 1024,
  [bundleName(routes.organization.updateMember)]: 540 * 1024,
  [bundleName(routes.risk.createBacktest)]: 495 * 1024,
  // It prints.
  [bundleName(routes.risk.readAssessmentExplanationPdf)]: 1_600 * 1024,
  [bundleName(routes.screening.readScreeningAssuranceReport)]: 1_600 * 1024,
  [bundleName(routes.risk.readCounts)]: 520 * 1024,
  [bundleName(routes.risk.publishPolicy)]: 490 * 1024,
  [bundleName(routes.risk.readWorklistOverview)]: 514 * 1024,
  [bundleName(routes.risk.createAssessment)]: 490 * 1024,
  [bundleName(routes.risk.createOverride)]: 480 * 1024,
  // Filters by version, band and decision.
  [bundleName(routes.risk.listRecords)]: 490 * 1024,
  [bundleName(routes.risk.readSubjectOverview)]: 510 * 1024,
  [bundleName(routes.risk.decideVerification)]: 480 * 1024,
  // An export reads the lists of three modules.
  [bundleName(routes.jobs.createExport)]: 545 * 1024,
  [bundleName(routes.jobs.readExport)]: 515 * 1024,
  [bundleName(routes.jobs.listJobs)]: 505 * 1024,
  [bundleName(routes.jobs.readJob)]: 500 * 1024,
  // The end of a screening batch is stored with it.
  [bundleName(routes.jobs.cancelJob)]: 530 * 1024,
  // A bulk send makes documents from templates and PDFs, and a batch screens names in every script.
  [worker('runJob')]: 5_530 * 1024,
  [bundleName(routes.risk.startInvestigation)]: 500 * 1024,
  [worker('runInvestigation')]: 445 * 1024,
  // Emails have texts in nine languages, and the brand of the organization.
  [worker('sendMail')]: 530 * 1024,
  [worker('tickDocuments')]: 520 * 1024,
  // Proposals of all modules are counted.
  [worker('tickDigests')]: 510 * 1024,
  [bundleName(routes.screening.refreshScreeningSource)]: 520 * 1024,
  [bundleName(routes.screening.approveScreeningSource)]: 505 * 1024,
  [bundleName(routes.screening.rollBackScreeningSource)]: 505 * 1024,
  [bundleName(routes.screening.uploadScreeningFile)]: 480 * 1024,
  [bundleName(routes.screening.readScreeningSourceVersion)]: 505 * 1024,
  [bundleName(routes.screening.decideScreeningMatch)]: 515 * 1024,
  [bundleName(routes.screening.decideScreeningGroup)]: 512 * 1024,
  [bundleName(routes.screening.rejectScreeningSource)]: 505 * 1024,
  [bundleName(routes.screening.proposeListChange)]: 557 * 1024,
  [bundleName(routes.screening.listListProposals)]: 555 * 1024,
  [bundleName(routes.screening.readScreeningEntry)]: 505 * 1024,
  [bundleName(routes.screening.deleteOwnList)]: 490 * 1024,
  [bundleName(routes.verification.createWorkflow)]: 485 * 1024,
  [bundleName(routes.verification.startRun)]: 490 * 1024,
  [bundleName(routes.verification.reportStep)]: 480 * 1024,
  [bundleName(routes.screening.attachScreeningRun)]: 510 * 1024,
  [bundleName(routes.webhooks.listEventTypes)]: 505 * 1024,
  [bundleName(routes.webhooks.pingWebhook)]: 505 * 1024,
  [bundleName(routes.screening.createScreeningRun)]: WITH_SCRIPTS_BYTES,
  [bundleName(routes.screening.createScreeningBatch)]: WITH_SCRIPTS_BYTES,
  [bundleName(routes.screening.searchScreeningEntries)]: WITH_SCRIPTS_BYTES,
  [bundleName(routes.screening.reproduceScreeningRun)]: WITH_SCRIPTS_BYTES,
  [bundleName(routes.screening.createScreeningAssurance)]: 520 * 1024,
  // A watch is encrypted with a key that KMS wraps, and wakes its worker.
  [bundleName(routes.screening.createScreeningWatch)]: 535 * 1024,
  [bundleName(routes.screening.createBatchWatches)]: 545 * 1024,
  [bundleName(routes.screening.updateScreeningWatch)]: 505 * 1024,
  [bundleName(routes.screening.deleteScreeningWatch)]: 490 * 1024,
  [bundleName(routes.screening.runScreeningWatch)]: 490 * 1024,
  [worker('advanceWatches')]: WITH_SCRIPTS_BYTES,
  [worker('refreshList')]: WITH_SCRIPTS_BYTES,
  [worker('screenSession')]: WITH_SCRIPTS_BYTES,
  [worker('tickScreenings')]: WITH_SCRIPTS_BYTES,
};
/**
 * Printing adds a template parser and the fonts' table; reading and sealing PDFs adds libraries.
 */
const documents = Object.values(routes.documents).map((route) => [
  bundleName(route),
  LARGE_DOCUMENTS[route.name] ?? 695 * 1024,
]);
Object.assign(LARGER_LIMITS, Object.fromEntries(documents));
const ALL_FUNCTIONS = [...allRoutes, ...workers, tokenTrigger, unknownPaths];

const PROBE = `
  const found = {};
  for (const [name, file] of Object.entries(JSON.parse(process.argv[1])))
    found[name] = Object.keys(await import(file));
  console.log(JSON.stringify(found));
`;

/** One without files, one with files of packages and one with built files. */
const SOME = [tokenTrigger, routes.service.readDocsFile, routes.documents.readEmbedScript];
/** The full run checks every function; every run a sample, and those that come nearest to a limit of their own. */
const FUNCTIONS = walked(ALL_FUNCTIONS, (all) => [
  ...new Set([
    ...SOME,
    routes.documents.createDocumentFromTemplate,
    routes.documents.completeSigning,
    routes.screening.createScreeningRun,
    ...all.filter((_, index) => index % 40 === 0),
  ]),
]);
const dist = mkdtempSync(join(tmpdir(), 'assay-bundles-'));
afterAll(() => rmSync(dist, { recursive: true }));

/** Bundles as they are deployed; the local cloud runs functions from common chunks. */
let bundles: string;
/** The exports of each bundle, loaded by a plain Node process as on Lambda. */
let exportsOf: Record<string, string[]>;

beforeAll(() => {
  bundles = bundleFunctions(FUNCTIONS).directory;
  const files = FUNCTIONS.map((fn) => [bundleName(fn), fileOf(bundleName(fn))]);
  exportsOf = JSON.parse(
    execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', PROBE, JSON.stringify(Object.fromEntries(files))],
      // A failure prints the line of code, which may be the whole bundle.
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ),
  );
});
const fileOf = (name: string) => join(bundles, name, 'index.mjs');

describe.each(FUNCTIONS.map(bundleName))('%s', (name) => {
  test('is within its size limit', () => {
    const code = readFileSync(fileOf(name), 'utf8');
    const limit = (LARGER_LIMITS[name] ?? LIMIT_BYTES) + (code.includes(S3_MODEL) ? S3_BYTES : 0);

    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(limit);
  });

  test('loads as a standalone ES module', () => {
    // Without it, a CommonJS package fails when it requires a built-in module of Node.
    expect(readFileSync(fileOf(name), 'utf8')).toContain('import.meta.url);');
    expect(exportsOf[name]).toEqual(['handler']);
  });
});

test('bundles are reproducible, regardless of existing files and other functions', () => {
  const before = SOME.map((fn) => fingerprint(join(bundles, bundleName(fn))));
  bundleFunctions(SOME, dist);
  const [trigger = '', ...directories] = SOME.map((fn) => join(dist, 'functions', bundleName(fn)));
  writeFileSync(join(trigger, 'left-over.txt'), 'from an older version');
  writeFileSync(join(trigger, 'index.mjs'), 'from an older version');

  bundleFunctions(SOME, dist);

  expect([trigger, ...directories].map(fingerprint)).toEqual(before);
});

test('the metafile of esbuild is written beside the bundles', () => {
  const { outputs } = JSON.parse(readFileSync(join(dist, 'functions.meta.json'), 'utf8'));

  expect(Object.keys(outputs)).toHaveLength(SOME.length);
});

test('the documentation page has its files beside its code', () => {
  const files = join(bundles, bundleName(routes.service.readDocsFile));
  const original = createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css');

  const zipped = readFileSync(join(files, 'swagger-ui.css.gz'));

  expect(readdirSync(files).sort()).toEqual(['index.mjs', 'swagger-ui-bundle.js.gz', 'swagger-ui.css.gz']);
  expect(gunzipSync(zipped)).toEqual(readFileSync(original));
  // Time and operating system, the two header fields that could differ.
  expect([...zipped.subarray(4, 8), zipped[9]]).toEqual([0, 0, 0, 0, 255]);
});

test('a route without a function is refused by name', () => {
  const planned = { module: 'risk', name: 'foretellFuture' };

  expect(() => bundleFunctions([planned], dist)).toThrow('functions/risk/foretell-future.ts');
});

function fingerprint(root: string) {
  const hash = createHash('sha256');
  for (const file of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (file.isFile()) hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)));
  return hash.digest('hex');
}
