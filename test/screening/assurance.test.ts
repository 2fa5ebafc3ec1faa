import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runAssay } from '#packages/cli/test/run-assay.ts';
import { resultOf } from '#packages/watchlist/src/assurance/result.ts';
import { countScore, emptyCounts } from '#packages/watchlist/src/assurance/review-scores.ts';
import { type Miss, newTally } from '#packages/watchlist/src/assurance/tally.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { continueJob, enqueueLostJobs, sealJob } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { listBlobs } from '#shared/platform/blobs.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { JobMessage } from '#shared/platform/jobs/stored-jobs.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { ScreeningAssurance } from '#shared/screening/assurance/assurance.ts';
import { keepMisses } from '#shared/screening/assurance/keep-misses.ts';
import { reportContent } from '#shared/screening/assurance/report-content.ts';
import { ASSURANCE_MISSES } from '#shared/screening/limits.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { connectionLost } from '#test/support/aws-errors.ts';
import { crashAt, observed, type Plan, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, type World } from '#test/support/risk-world.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { some } from '#test/support/soak.ts';
import { countRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { LISTS, messageOf, shortTurns, work } from './batch-calls.ts';

/** Tests of effectiveness as a job, with results that are kept. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { createScreeningAssurance, listScreeningAssurances, readScreeningAssurance, readScreeningAssuranceReport } =
  screeningRoutes;
const SMALL = { sources: LISTS, entries: 200, customers: 3, seed: 7 };

const ask = (as: Credential, body: object = SMALL) => call(as, createScreeningAssurance, { body });
const read = async (as: Credential, id: string) => (await call(as, readScreeningAssurance, { params: { id } })).body;

async function tested(world: World, body: object = SMALL) {
  const { status, body: started } = await ask(world.admin, body);
  expect(status, JSON.stringify(started)).toBe(201);
  expect(await work(world, started.id)).toEqual({ batchItemFailures: [] });
  return read(world.client, started.id);
}

test('a test ends with a result that is kept, and the next one is compared with it', async () => {
  const own = await aWorld();
  const first = await tested(own);

  expect(first).toMatchObject({ status: 'completed', seed: 7, reviewScore: 70, comparedWith: null, differences: [] });
  expect(first.total).toBe(first.done);
  expect(first.listVersions.map(({ list }: { list: string }) => list)).toEqual(LISTS);
  expect(first.result.customers).toBe(3);
  const counted = first.result.classes.reduce(
    (sum: number, { cases, found }: { cases: number; found: number }) => sum + cases - found,
    0,
  );
  expect(first.missed).toBe(counted);
  expect(first.nextDueAt.slice(0, 4)).toBe(String(Number(first.endedAt.slice(0, 4)) + 1));

  const second = await tested(own);
  expect(second).toMatchObject({ comparedWith: first.id, differences: [], result: first.result, misses: first.misses });
  const strict = await tested(own, { ...SMALL, reviewScore: 90, matchScore: 95 });
  expect(strict).toMatchObject({ comparedWith: null, reviewScore: 90 });
  expect(strict.missed).toBeGreaterThan(first.missed);

  const { items } = (await call(own.client, listScreeningAssurances)).body;
  expect(items.map(({ id }: { id: string }) => id)).toEqual([strict.id, second.id, first.id]);
  expect(items[2]).toMatchObject({ outcome: first.result.outcome, nextDueAt: first.nextDueAt });
  expect(items[2]).not.toHaveProperty('result');
});

test('refusals: other roles, unknown lists and profiles, sizes, and tests of others', async () => {
  const own = await aWorld();
  expect((await ask(own.client)).status).toBe(403);
  for (const [body, code] of [
    [{ ...SMALL, sources: ['own_missing'] }, 'unknown_list'],
    [{ entries: 200, profileKey: 'missing' }, 'unknown_profile'],
    [{ ...SMALL, profileKey: 'thorough', reviewScore: 80 }, 'set_by_profile'],
    [{ ...SMALL, entries: 199 }, 'invalid_body'],
    [{ ...SMALL, entries: 5_001 }, 'invalid_body'],
    [{ ...SMALL, customers: 0 }, 'invalid_body'],
    [{ ...SMALL, seed: -1 }, 'invalid_body'],
  ] as const)
    expect((await ask(own.admin, body)).body, JSON.stringify(body)).toMatchObject({ code });
  const { body } = await ask(own.admin);
  for (const [as, id] of [
    [own.client, randomUUID()],
    [(await aWorld()).client, body.id],
    [(await aWorld('live', own.organizationId)).client, body.id],
  ] as const)
    for (const route of [readScreeningAssurance, readScreeningAssuranceReport])
      expect((await call(as, route, { params: { id } })).status).toBe(404);
});

test('a test that is cancelled has no result, and lists without entries end it', async () => {
  const own = await aWorld();
  const { body } = await ask(own.admin);
  await continueJob(shortTurns(0), messageOf(own, body.id));
  expect(await read(own.client, body.id)).toMatchObject({ status: 'running', done: 0, result: null, nextDueAt: null });
  const report = await call(own.client, readScreeningAssuranceReport, { params: { id: body.id } });
  expect(report).toMatchObject({ status: 409, body: { code: 'assurance_not_completed' } });
  await call(own.client, jobRoutes.cancelJob, { params: { id: body.id } });
  await work(own, body.id);
  expect(await read(own.client, body.id)).toMatchObject({ status: 'cancelled', result: null });

  const empty = await tested(own, { ...SMALL, sources: ['idb_sanctions'] });
  expect(empty).toMatchObject({ status: 'failed', problem: { code: 'no_entries' }, result: null });
});

const runWhole = async (context: WorkerContext, message: JobMessage) => {
  await continueJob(context, message);
  await sealJob(context, message);
};

test('a worker that dies at any point, or a job that comes twice, ends with the same result and one report', async () => {
  const whole = await aWorld();
  const first = await ask(whole.admin);
  const message = messageOf(whole, first.body.id);
  const worked = await observed(() => continueJob(workerContext(now()), message));
  const { calls: sealing } = await observed(() => sealJob(workerContext(now()), message));
  const calls = [...worked.calls, ...sealing];
  const { result, missed } = await read(whole.client, first.body.id);
  const counts = await countRows(whole.organizationId);
  const points = calls.flatMap((_, index) => [
    { index, moment: 'before' as const },
    { index, moment: 'after' as const },
  ]);
  const ofSeal = 2 * sealing.length;
  for (const { index, moment } of [...some(points.slice(0, -ofSeal), 3), ...some(points.slice(-ofSeal), 5)]) {
    const own = await aWorld();
    const message = messageOf(own, (await ask(own.admin)).body.id);
    await withFaults(crashAt(index, moment), () => runWhole(workerContext(now()), message)).catch(() => undefined);
    const later = addSeconds(now(), 600);
    await enqueueLostJobs(workerContext(later));
    await Promise.all([1, 2].map(() => runWhole(workerContext(later), message)));
    await runWhole(workerContext(later), message);

    const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
    const ended = await read(own.client, message.jobId);
    expect(ended, where).toMatchObject({ status: 'completed', result, missed });
    expect(await countRows(own.organizationId), where).toEqual(counts);
    expect(await sealedEvents(own), where).toMatchObject([{ data: { details: { sha256: ended.report.sha256 } } }]);
    expect(await listBlobs('documents', reportsOf(own)), where).toHaveLength(1);
    const { body } = await call(own.client, readScreeningAssuranceReport, { params: { id: ended.id } });
    expect(sha256Hex(Buffer.from(body, 'base64')), where).toBe(ended.report.sha256);
  }
});

const reportsOf = ({ organizationId, mode }: World) => `documents/${organizationId}/${mode}/reports/`;
const sealedEvents = async ({ client }: World) =>
  (await call(client, riskRoutes.listRecords, { params: { resource: 'events' }, query: { type: 'report.sealed' } }))
    .body.items;

test('the report is sealed: `documents verify` accepts it, and refuses a changed byte and a foreign seal', async () => {
  const own = await aWorld();
  const { id, report } = await tested(own);
  const { body, headers } = await call(own.client, readScreeningAssuranceReport, { params: { id } });
  expect(headers['content-type']).toBe('application/pdf');
  const pdf = Buffer.from(body, 'base64');
  expect(report).toEqual({ sha256: sha256Hex(pdf), sizeBytes: pdf.length });

  const key = (await call(own.client, documentRoutes.readSealKey)).body.fingerprint;
  const verified = await verifyReport(pdf, key);
  expect(verified.stdout).toContain(
    `Report of the service: screening_assurance ${id}, organization ${own.organizationId}, ${own.mode} mode.`,
  );
  expect(verified.exitCode).toBe(0);
  const changed = Buffer.from(pdf);
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  expect((await verifyReport(changed, key)).stderr).toContain('The content differs from what was sealed.');
  expect((await verifyReport(pdf, 'f'.repeat(64))).stderr).toContain('The file was sealed by another key.');
});

async function verifyReport(pdf: Buffer, fingerprint: string) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.pdf');
  writeFileSync(file, pdf);
  return runAssay(['documents', 'verify', file, '--fingerprint', fingerprint]);
}

test('while the sealing key is unavailable the test waits, and keeps what it has counted', async () => {
  const own = await aWorld();
  const message = messageOf(own, (await ask(own.admin)).body.id);
  await continueJob(workerContext(now()), message);
  const isDown: Plan = {
    ofCall: ({ command }) => (command === 'Sign' ? { fails: 'before', error: connectionLost() } : undefined),
  };
  await withFaults(isDown, () => sealJob(workerContext(now()), message));
  const waiting = await read(own.client, message.jobId);
  expect(waiting).toMatchObject({ status: 'running', paused: { code: 'seal_unavailable' }, report: null });
  await sealJob(workerContext(addSeconds(now(), 400)), message);
  expect(await read(own.client, message.jobId)).toMatchObject({ status: 'completed', report: { sha256: /./ } });
});

test('misses that the search left out replace others of their class', () => {
  const miss = (reason: Miss['reason'], name: string) => ({ class: 'order', known: 'bare', reason, name }) as Miss;
  const kept: Miss[] = [];
  keepMisses(
    kept,
    Array.from({ length: ASSURANCE_MISSES + 2 }, (_, at) => miss('below_score', `below ${at}`)),
  );
  expect(kept).toHaveLength(ASSURANCE_MISSES);
  keepMisses(kept, [miss('not_searched', 'left out')]);
  expect(kept).toHaveLength(ASSURANCE_MISSES);
  expect(kept[0]).toMatchObject({ name: 'left out' });
});

test('a report names what was tested, prints every class, and spells out what nobody would see', () => {
  const tally = newTally();
  tally.classes = { lookalikes: { bare: counted(60, 9), known: counted(80, 9) } };
  const miss: Miss = {
    class: 'lookalikes',
    known: 'bare',
    reason: 'not_searched',
    name: '\u0410mbrose\u202e Feather | *',
    dateOfBirth: null,
    nationality: null,
    source: 'eu_fsf',
    entryId: 'EU.7',
    listedName: 'FEATHER Ambrose',
    score: 60,
    factors: [{ code: 'fuzzy_token', points: 60, detail: '' }],
  };
  const test = {
    ...ScreeningAssurance.parse(Object.values(ScreeningAssurance.meta()?.examples ?? {})[0]),
    listVersions: [{ list: 'eu_fsf', versionId: null, publishedAt: null }],
    result: resultOf(tally, 70),
    missed: 9,
    misses: Array.from({ length: 9 }, () => miss),
  };
  const about = { organization: 'Northwind', mode: 'live', digest: 'abc' };
  const { classes, sections, alerts, tested: testedTexts } = reportContent({ ...test, reviewScore: 72 }, about);
  const texts = sections.flatMap((section) => section.texts);

  expect(classes).toHaveLength(44);
  expect(classes.filter(({ cases }) => cases !== '0')).toMatchObject([
    {
      label: 'Look-alike letters of another script',
      found: '0.0 %',
      interval: '0.0 % to 29.9 %',
      status: 'less than expected',
    },
    { found: '100.0 %', status: 'as expected' },
  ]);
  expect(alerts.map(({ score }) => score)).toEqual(['55', '60', '65', '70', '72 (tested)', '75', '80', '85', '90']);
  expect(testedTexts).toContain('List eu_fsf: it had no version and was not tested.');
  expect(texts).toContain('The search left out 9 of the kept cases, which is a defect and not a limit.');
  const printed = texts.filter((text) => text.startsWith('Look-alike'));
  expect(printed).toEqual(
    Array(3).fill(
      'Look-alike letters of another script, by name alone: [U+0410]mbrose[U+202E] Feather | * for FEATHER Ambrose ' +
        '(eu_fsf EU.7), score 60: fuzzy_token +60; left out by the search.',
    ),
  );
  expect(texts.join(' ')).toContain('abc');
});

function counted(score: number, cases: number) {
  const counts = emptyCounts();
  for (let at = 0; at < cases; at++) countScore(counts, score);
  return counts;
}
