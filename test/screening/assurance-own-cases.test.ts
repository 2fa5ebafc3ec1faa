import { afterAll, expect, test } from 'vitest';
import { continueJob, enqueueLostJobs, sealJob } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { listBlobs, putBlob } from '#shared/platform/blobs.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { jobFileKey } from '#shared/platform/jobs/job-files.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { some } from '#test/support/soak.ts';
import { readRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { messageOf, uploaded, work } from './batch-calls.ts';

/** Cases and customers of an organization in a test of effectiveness. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { createScreeningAssurance, readScreeningAssurance, readScreeningAssuranceReport } = screeningRoutes;
const SMALL = { sources: ['eu_fsf'], entries: 200, customers: 1, seed: 7 };

const ask = (as: Credential, body: object) => call(as, createScreeningAssurance, { body: { ...SMALL, ...body } });
const read = (as: Credential, id: string) => done(as, readScreeningAssurance, { params: { id } });

const CASES = `name,expected,list,entryId,reference
Ambrose Quillfeather,found,,,known hit
Ambrose Quillfeather,found,eu_fsf,EU.0,other entry
Zebedee Marker,found,,,missed hit
Ambrose Quillfeather,not_found,,,known false alarm
Zebedee Marker,not_found,,,quiet
`;

async function started(world: World, body: object) {
  const { status, body: test } = await ask(world.admin, body);
  expect(status, JSON.stringify(test)).toBe(201);
  return test;
}

test('own cases count with the result they have to have, and no name of a file is stored', async () => {
  const own = await aWorld();
  const uploadId = await uploaded(own.admin, CASES);
  const customers = JSON.stringify({ subject: { name: 'Ambrose Quillfeather', entityType: 'person' } });
  const negatives = await uploaded(
    own.admin,
    `${customers}\n${customers.replace('Ambrose Quill', 'Zebedee Marker')}\n`,
  );
  expect(await listBlobs('exports', jobFileKey(own, uploadId))).toHaveLength(1);
  const begun = await started(own, { own: uploadId, negatives, reviewScore: 81 });
  expect(begun).toMatchObject({
    customers: 2,
    files: [
      { use: 'own', rows: 5 },
      { use: 'negatives', rows: 2 },
    ],
  });
  expect(await work(own, begun.id)).toEqual({ batchItemFailures: [] });

  const ended = await read(own.client, begun.id);
  expect(ended).toMatchObject({ status: 'completed', result: { outcome: 'failed', customers: 2 } });
  expect(ended.done).toBe(ended.total);
  expect(ended.outcomeBeyondLimits).toBe('failed');
  expect(ended.result.own).toMatchObject({
    found: { cases: 3, asExpected: 1 },
    notFound: { cases: 2, asExpected: 1 },
    deviations: [
      { line: 3, reference: 'other entry', expected: 'found', outcome: 'other_entry', source: 'eu_fsf' },
      { line: 4, reference: 'missed hit', outcome: 'not_found', topScore: null },
      { line: 5, reference: 'known false alarm', expected: 'not_found', outcome: 'found' },
    ],
  });
  expect(ended.result.alerts[0].flaggedPerThousand).toBe(500);
  expect(JSON.stringify([ended.result.line.above, ended.result.line.below])).toContain('"name":"line 1"');
  const stored = (await readRows()).filter(({ item }) => item.pk.includes(own.organizationId));
  expect(JSON.stringify([stored, ended])).not.toMatch(/zebedee/i);
  for (const id of [uploadId, negatives]) expect(await listBlobs('exports', jobFileKey(own, id))).toEqual([]);
  expect((await call(own.client, readScreeningAssuranceReport, { params: { id: begun.id } })).status).toBe(200);
  expect((await ask(own.admin, { own: uploadId })).body).toMatchObject({ code: 'upload_missing' });
});

test('a file with rows that cannot be read is refused with their lines, and another one in its place is not read', async () => {
  const own = await aWorld();
  const refused = async (file: string, body: object = {}) =>
    (await ask(own.admin, { own: await uploaded(own.admin, file), ...body })).body;
  expect(await refused('name,expected\nA B,perhaps\nC D,found\nE F,\n')).toMatchObject({
    code: 'invalid_cases',
    errors: [{ path: 'line 2' }, { path: 'line 4' }],
  });
  expect(await refused('name,expected,list\nA B,found,uk_sanctions\n')).toMatchObject({ code: 'invalid_cases' });
  expect(await refused('nombre,expected\nA B,found\n')).toMatchObject({ code: 'invalid_columns' });
  expect(await refused('name,expected\n')).toMatchObject({ code: 'no_rows' });
  expect(await refused('{"subject":{"name":"A B"},"expected":"found"}\nnonsense\n')).toMatchObject({
    code: 'invalid_cases',
    errors: [{ path: 'line 2' }],
  });
  for (const other of [await aWorld(), await aWorld('live', own.organizationId)])
    expect((await ask(other.admin, { own: await uploaded(own.admin, CASES) })).body).toMatchObject({
      code: 'upload_missing',
    });

  const replaced = await uploaded(own.admin, CASES);
  const begun = await started(own, { own: replaced });
  const [name = ''] = await listBlobs('exports', jobFileKey(own, replaced));
  await putBlob('exports', name, Buffer.from('name,expected\nA B,found\n'));
  await work(own, begun.id);
  expect(await read(own.client, begun.id)).toMatchObject({ status: 'failed', problem: { code: 'upload_missing' } });

  const gone = await started(own, { own: await uploaded(own.admin, CASES) });
  await call(own.client, jobRoutes.cancelJob, { params: { id: gone.id } });
  await work(own, gone.id);
  expect(await read(own.client, gone.id)).toMatchObject({ status: 'cancelled', result: null, decisions: null });
});

test('a worker that dies or a message that comes twice counts no case twice', async () => {
  const whole = await aWorld();
  const first = await started(whole, { own: await uploaded(whole.admin, CASES) });
  const { calls } = await observed(() => continueJob(workerContext(now()), messageOf(whole, first.id)));
  await sealJob(workerContext(now()), messageOf(whole, first.id));
  const { result } = await read(whole.client, first.id);
  const points = calls.flatMap((_, index) => (['before', 'after'] as const).map((moment) => ({ index, moment })));
  for (const { index, moment } of some(points, 2)) {
    const own = await aWorld();
    const begun = await started(own, { own: await uploaded(own.admin, CASES) });
    const message = messageOf(own, begun.id);
    await withFaults(crashAt(index, moment), () => continueJob(workerContext(now()), message)).catch(() => undefined);
    const later = addSeconds(now(), 600);
    await enqueueLostJobs(workerContext(later));
    await Promise.all([1, 2].map(() => continueJob(workerContext(later), message)));
    await continueJob(workerContext(later), message);
    await sealJob(workerContext(later), message);
    expect(await read(own.client, begun.id), `${moment} call ${index}`).toMatchObject({ status: 'completed', result });
  }
});
