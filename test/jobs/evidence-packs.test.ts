import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { unzip } from '@assay/foundation/zip';
import { expect, onTestFinished, test } from 'vitest';
import { runAssay } from '#packages/cli/test/run-assay.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { continueJob, enqueueLostJobs, erasableJobs, sealJob } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { listBlobs } from '#shared/platform/blobs.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { derivedId } from '#shared/platform/ids.ts';
import { jobFilesOf } from '#shared/platform/jobs/job-files.ts';
import type { JobMessage } from '#shared/platform/jobs/stored-jobs.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { createLog, findLog } from '#shared/risk/audit/head.ts';
import { sealLog } from '#shared/risk/audit/seal.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call, keyOf } from '#test/support/api.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject, riskySubject, type World } from '#test/support/risk-world.ts';
import { existingRunWithMatch } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { anAddress, draftWith, sent } from '#test/support/signing-world.ts';
import { some } from '#test/support/soak.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** Everything about one subject, for an examiner. */
preparedForFile(aScreeningWorld);

const { createEvidencePack, readEvidencePack } = jobRoutes;
const MARKER = 'zz-marker-of-another';
const DAY_MS = 24 * 60 * 60 * 1000;

const ask = (world: World, subjectId: string, body: object = {}) =>
  done(world.client, createEvidencePack, { params: { id: subjectId }, body });
const read = (world: World, id: string) => done(world.client, readEvidencePack, { params: { id } });
const messageOf = ({ organizationId, mode }: World, jobId: string): JobMessage => ({ organizationId, mode, jobId });

const runWhole = async (context: WorkerContext, message: JobMessage) => {
  await continueJob(context, message);
  await sealJob(context, message);
};

async function made(world: World, subjectId: string, body: object = {}) {
  const { id } = await ask(world, subjectId, body);
  await runWhole(workerContext(now()), messageOf(world, id));
  return read(world, id);
}

const fetched = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** The night after today, when all events so far are leaves. */
async function sealToday(world: World): Promise<void> {
  const { organizationId, mode } = world;
  const ms = now().getTime();
  const night = new Date(ms - (ms % DAY_MS) + DAY_MS + 2 * 60 * 60 * 1000);
  await dynamoStore.writeOne(createLog({ organizationId, mode }, derivedId(randomBytes(16), ms), now()));
  const head = await findLog(dynamoStore, world);
  if (head) await sealLog({ ...workerContext(night), newId: () => derivedId(randomBytes(16), night.getTime()) }, head);
}

/** A subject with records of every kind, beside another one whose records are marked. */
async function aCase() {
  const world = await aWorld();
  const [one, other] = [await riskySubject(world), await newSubject(world, MARKER)];
  const { subjectId } = one;
  await existingRunWithMatch(world, { riskSubjectId: subjectId });
  for (const [id, text] of [
    [subjectId, 'An internal remark.'],
    [other, MARKER],
  ] as const)
    await done(world.member, riskRoutes.createNote, { params: { id }, body: { text } });
  return { world, subjectId, documentId: await aSignedDocument(world) };
}

async function aSignedDocument({ organizationId, client }: World): Promise<string> {
  const signing = { organizationId, key: client };
  const draft = await draftWith(signing, [{ email: anAddress(), fields: [{ label: 'Company', value: 'x' }] }]);
  const [holder] = await sent(signing, draft);
  expect(await holder?.complete()).toMatchObject({ status: 200 });
  return draft.id;
}

test('a pack verifies offline, has nothing of another subject, and says what it does not have', async () => {
  const { world, subjectId, documentId } = await aCase();
  await sealToday(world);
  const pack = await made(world, subjectId, { documentIds: [documentId] });
  expect(pack).toMatchObject({ status: 'completed', subjectId, documentIds: [documentId], includeNotes: false });
  const [pdf, zip] = [await fetched(pack.report.url), await fetched(pack.archive.url)];
  expect(sha256Hex(pdf)).toBe(pack.report.sha256);
  expect([pdf.length, zip.length]).toEqual([pack.report.sizeBytes, pack.archive.sizeBytes]);

  const files = unzip(zip);
  const text = [...files].map(([name, content]) => (name.endsWith('.pdf') ? '' : content.toString('utf8'))).join('');
  expect(text).not.toContain(MARKER);
  expect(text).not.toContain('An internal remark.');
  expect([...files.keys()]).toEqual([
    'history-1.ndjson',
    'proofs-1.ndjson',
    'evidence-1.ndjson',
    'assessments-1.ndjson',
    'actions-1.ndjson',
    'screening-runs-1.ndjson',
    `agreements/${documentId}.pdf`,
    `agreements/${documentId}-trail.json`,
    'subject.json',
    'roots.json',
    'not-included.json',
    'manifest.json',
  ]);
  expect(files.get('not-included.json')?.toString()).toContain('Notes: 1 events');

  const { fingerprint, publicKey } = await done(world.client, documentRoutes.readSealKey);
  const verified = await verify({ pdf, zip }, '--fingerprint', fingerprint);
  expect(verified.stderr).toBe('');
  expect(verified.stdout).toMatch(/Verified\.\n$/);
  const [, proved, all] = /Events: (\d+) of (\d+) are leaves/.exec(verified.stdout) ?? [];
  // The request of the pack itself is an event of today.
  expect(Number(all) - Number(proved)).toBe(1);
  expect((await verify({ pdf, zip })).exitCode).toBe(5);
  expect(ownProgram(files, publicKey, pack.archive.manifestSha256)).toBe(
    `${proved} of ${all} events are as they were sealed.\n`,
  );

  const changedPdf = Buffer.from(pdf);
  changedPdf[500] = (changedPdf[500] ?? 0) ^ 1;
  const changedZip = Buffer.from(zip);
  changedZip[200] = (changedZip[200] ?? 0) ^ 1;
  const another = await made(world, subjectId);
  for (const [given, finding] of [
    [{ pdf: changedPdf, zip }, 'the file was changed'],
    [{ pdf, zip: changedZip }, 'The archive cannot be read'],
    [{ pdf: await fetched(another.report.url), zip }, 'The seal names another archive'],
  ] as const)
    expect(await verify(given, '--fingerprint', fingerprint)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining(finding),
    });
  const foreign = await verify({ pdf, zip }, '--fingerprint', 'f'.repeat(64));
  expect(foreign).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('another key') });

  const { items } = await done(world.client, riskRoutes.listRecords, {
    params: { resource: 'events' },
    query: { subjectId },
  });
  const types = items.map(({ data }: { data: { type: string } }) => data.type);
  expect(types.filter((type: string) => type === 'risk.evidence_pack.requested')).toHaveLength(2);
  expect(types.filter((type: string) => type === 'report.sealed')).toHaveLength(2);
});

async function verify({ pdf, zip }: { pdf: Buffer; zip: Buffer }, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [one, other] = [join(folder, 'pack.pdf'), join(folder, 'pack.zip')];
  writeFileSync(one, pdf);
  writeFileSync(other, zip);
  return runAssay(['evidence-packs', 'verify', one, other, ...options]);
}

/** The program of the documentation, which shares no code with the service. */
function ownProgram(files: ReadonlyMap<string, Buffer>, key: string, manifestSha256: string): string {
  const [, program = ''] = readFileSync('docs/evidence-packs.md', 'utf8')
    .split('```js\n')
    .map((part) => part.split('```')[0]);
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, 'verify.mjs'), program);
  writeFileSync(join(folder, 'seal-key.pem'), key);
  return execFileSync(
    process.execPath,
    [join(folder, 'verify.mjs'), folder, join(folder, 'seal-key.pem'), manifestSha256],
    { encoding: 'utf8' },
  );
}

test('notes are part of a pack that asks for them, and events have no proof before the first root', async () => {
  const world = await aWorld();
  const subjectId = await newSubject(world);
  await done(world.member, riskRoutes.createNote, { params: { id: subjectId }, body: { text: 'An internal remark.' } });
  const pack = await made(world, subjectId, { includeNotes: true });
  const files = unzip(await fetched(pack.archive.url));
  expect(files.get('history-1.ndjson')?.toString()).toContain('An internal remark.');
  expect(files.has('proofs-1.ndjson')).toBe(false);
  expect(JSON.parse(files.get('roots.json')?.toString() ?? '')).toEqual({ items: [] });
});

test('refusals: unknown subjects and documents, keys without scopes, packs of others', async () => {
  const world = await aWorld();
  const subjectId = await newSubject(world);
  const refusedWith = async (as: World['client'], id: string, body: object = {}) => {
    const { status, body: problem } = await call(as, createEvidencePack, { params: { id }, body });
    return [status, problem.code];
  };
  expect(await refusedWith(world.client, randomUUID())).toEqual([404, 'not_found']);
  expect(await refusedWith((await aWorld()).client, subjectId)).toEqual([404, 'not_found']);
  expect(await refusedWith((await aWorld('live', world.organizationId)).client, subjectId)).toEqual([404, 'not_found']);
  expect(await refusedWith(world.client, subjectId, { documentIds: [randomUUID()] })).toEqual([
    422,
    'document_not_completed',
  ]);
  const riskOnly = await keyOf(world.organizationId, world.mode, { scopes: ['risk', 'jobs'] });
  expect((await refusedWith(riskOnly.credential, subjectId))[0]).toBe(403);

  const pack = await ask(world, subjectId);
  for (const as of [(await aWorld()).client, (await aWorld('live', world.organizationId)).client])
    expect((await call(as, readEvidencePack, { params: { id: pack.id } })).status).toBe(404);
  expect((await call(riskOnly.credential, readEvidencePack, { params: { id: pack.id } })).status).toBe(403);
  const other = await done(world.client, jobRoutes.createExport, { body: { kind: 'subjects' } });
  expect((await call(world.client, readEvidencePack, { params: { id: other.id } })).status).toBe(404);

  await done(world.client, jobRoutes.cancelJob, { params: { id: pack.id } });
  await runWhole(workerContext(now()), messageOf(world, pack.id));
  expect(await read(world, pack.id)).toMatchObject({ status: 'cancelled', archive: null, report: null });
});

test('a pack that a dying worker left is finished once, and erased with its organization', async () => {
  const world = await aWorld();
  const { subjectId } = await riskySubject(world);
  const whole = messageOf(world, (await ask(world, subjectId)).id);
  const { calls } = await observed(() => runWhole(workerContext(now()), whole));
  const points = calls.flatMap((_, index) => [
    { index, moment: 'before' as const },
    { index, moment: 'after' as const },
  ]);
  for (const { index, moment } of some(points, 5)) {
    const message = messageOf(world, (await ask(world, subjectId)).id);
    await withFaults(crashAt(index, moment), () => runWhole(workerContext(now()), message)).catch(() => undefined);
    const later = addSeconds(now(), 600);
    await enqueueLostJobs(workerContext(later));
    await Promise.all([1, 2].map(() => runWhole(workerContext(later), message)));
    await runWhole(workerContext(later), message);

    const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
    const pack = await read(world, message.jobId);
    expect(pack, where).toMatchObject({ status: 'completed' });
    const { items } = await done(world.client, riskRoutes.listRecords, {
      params: { resource: 'events' },
      query: { resourceId: message.jobId, type: 'report.sealed' },
    });
    expect(items, where).toMatchObject([{ data: { subjectId, details: { sha256: pack.report.sha256 } } }]);
    expect(sha256Hex(await fetched(pack.report.url)), where).toBe(pack.report.sha256);
    expect(unzip(await fetched(pack.archive.url)).has('manifest.json'), where).toBe(true);
  }
  for await (const { table, keys } of erasableJobs(dynamoStore, world))
    for (const remove of keys) await dynamoStore.writeOne({ table, remove });
  expect(await listBlobs('exports', jobFilesOf(world))).toEqual([]);
  expect((await call(world.client, readEvidencePack, { params: { id: whole.jobId } })).status).toBe(404);
});
