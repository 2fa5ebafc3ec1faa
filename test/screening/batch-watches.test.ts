import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { WATCHES } from '#shared/screening/limits.ts';
import { findWatchScope, watchScopeKey } from '#shared/screening/repository/watch-scopes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { some } from '#test/support/soak.ts';
import { countRows, readRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { asked, LISTS, messageOf, screened, shortTurns, work } from './batch-calls.ts';
import { outcomeOf, readRun, readWatch, resultOf, turn } from './watch-calls.ts';

/** Watches of the rows of an uploaded batch. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { createBatchWatches, createScreeningBatch, eraseScreeningBatchRows, listScreeningWatches } = screeningRoutes;

const ask = (as: Credential, id: string) => call(as, createBatchWatches, { params: { id } });
const jobOf = async ({ client }: World, id: string) => (await call(client, jobRoutes.readJob, { params: { id } })).body;
const watchesOf = async ({ client }: World) => (await call(client, listScreeningWatches)).body.items;

/** Rows: a hit with a subject, one that is the same, two clear ones that differ in their reference, and two that are refused. */
const fileOf = (riskSubjectId: string) =>
  [
    'name,dateOfBirth,riskSubjectId,reference',
    `Ambrose Quillfeather,1961-04-17,${riskSubjectId},a`,
    `Ambrose Quillfeather,1961-04-17,${riskSubjectId},a`,
    'Cornelia Inkpot,,,b',
    'Cornelia Inkpot,,,c',
    'Basil Stamp,1949-02-31,,d',
    `Basil Stamp,,${randomUUID()},e`,
    '',
  ].join('\n');

async function aBatch(world: World) {
  const riskSubjectId = await newSubject(world);
  const { batch } = await screened(world, fileOf(riskSubjectId));
  return { id: batch.id as string, riskSubjectId };
}

async function watchedBatch(world: World, id: string) {
  const { status, body } = await ask(world.client, id);
  expect(status, JSON.stringify(body)).toBe(202);
  expect(await work(world, body.id)).toEqual({ batchItemFailures: [] });
  return jobOf(world, body.id);
}

test('each row that can be screened gets a watch with the settings of the batch, and a repetition none', async () => {
  const own = await aWorld();
  const { id, riskSubjectId } = await aBatch(own);
  const job = await watchedBatch(own, id);
  expect(job).toMatchObject({ kind: 'batch_watches', status: 'completed', total: 6, done: 6, failed: 2 });

  const watches = await watchesOf(own);
  expect(watches).toMatchObject([
    { status: 'pending', riskSubjectId, reference: 'a', sources: ['eu_fsf', 'uk_sanctions'], version: 1 },
    { status: 'pending', riskSubjectId: null, reference: 'b' },
    { status: 'pending', riskSubjectId: null, reference: 'c' },
  ]);
  await turn(own);
  const [hit, clear] = watches;
  const { body: run } = await call(own.client, screeningRoutes.createScreeningRun, {
    body: {
      subject: { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] },
      sources: ['eu_fsf', 'uk_sanctions'],
    },
  });
  expect(await resultOf(own, hit.id)).toEqual(outcomeOf(run));
  expect(await readWatch(own, clear.id)).toMatchObject({ status: 'active', result: { status: 'clear' } });

  const counts = await countRows(own.organizationId);
  expect(await watchedBatch(own, id)).toMatchObject({ status: 'completed', done: 6, failed: 2 });
  expect(await watchesOf(own)).toHaveLength(3);
  expect((await countRows(own.organizationId))['screening watch-terms']).toEqual(counts['screening watch-terms']);
});

test('the watch of a row has no customer data in any row of a table, and finds who is listed later', async () => {
  const own = await aWorld();
  const { batch } = await screened(own, 'name,reference\nCornelia Inkpot,b\n');
  await watchedBatch(own, batch.id);
  await turn(own);
  const [clear] = await watchesOf(own);
  expect(clear).toMatchObject({ status: 'active', result: { status: 'clear' } });
  const rows = (await readRows()).filter(({ item }) => item.pk.startsWith(own.organizationId));
  expect(rows.filter(({ item }) => /inkpot|cornelia/i.test(JSON.stringify(item)))).toEqual([]);

  const entry = anEntry({ id: 'I', names: [{ text: 'Cornelia Inkpot', isWeak: false }], births: [], countries: [] });
  await loadList('uk_sanctions', [entry]);
  await turn(own);
  const { result } = await readWatch(own, clear.id);
  expect((await readRun(own, result.runId)).matches).toMatchObject([{ sourceEntryId: 'I' }]);
  await aScreeningWorld();
});

test('a batch by a profile makes watches of that profile', async () => {
  const own = await aWorld();
  const { batch } = await screened(own, 'name\nNobody Listed\n', { profileKey: 'thorough' });
  await watchedBatch(own, batch.id);
  expect(await watchesOf(own)).toMatchObject([{ profileKey: 'thorough', sources: LISTS, reviewScore: null }]);
});

describe('refusals', () => {
  test('of a batch that runs, is erased, was not uploaded, or belongs to others', async () => {
    const own = await aWorld();
    const running = await asked(own.client, 'name\nNobody Listed\n');
    expect(await ask(own.client, running.body.id)).toMatchObject({ status: 409, body: { code: 'batch_running' } });
    const { body: small } = await call(own.client, createScreeningBatch, {
      body: { items: [{ subject: { name: 'Nobody Listed' } }], sources: ['eu_fsf'] },
    });
    const { id } = await aBatch(own);
    for (const [as, of] of [
      [own.client, small.id],
      [own.client, randomUUID()],
      [(await aWorld()).client, id],
      [(await aWorld('live', own.organizationId)).client, id],
    ] as const)
      expect((await ask(as, of)).status).toBe(404);
    await call(own.client, eraseScreeningBatchRows, { params: { id } });
    expect(await ask(own.client, id)).toMatchObject({ status: 410, body: { code: 'rows_erased' } });
    expect(await watchesOf(own)).toEqual([]);
  });

  test('a batch that is erased while its watches are created ends the job; those that were created stay', async () => {
    const own = await aWorld();
    const lines = Array.from({ length: 1_001 }, (_, index) => `Person ${index % 3} Nobody`);
    const { batch } = await screened(own, `name\n${lines.join('\n')}\n`);
    const { body } = await ask(own.client, batch.id);
    await continueJob(shortTurns(1), messageOf(own, body.id));
    expect(await jobOf(own, body.id)).toMatchObject({ status: 'running', done: 1_000, total: 1_001 });
    await call(own.client, eraseScreeningBatchRows, { params: { id: batch.id } });
    await continueJob(workerContext(addSeconds(now(), 400)), messageOf(own, body.id));

    expect(await jobOf(own, body.id)).toMatchObject({ status: 'failed', problem: { code: 'rows_erased' } });
    expect(await watchesOf(own)).toHaveLength(3);
    await turn(own);
    for (const { id } of await watchesOf(own)) expect(await readWatch(own, id)).toMatchObject({ status: 'active' });
  });
});

test('a mode that is full gets no more watches, and the job says so', async () => {
  const own = await aWorld();
  const { id } = await aBatch(own);
  const { body } = await ask(own.client, id);
  const scope = await findWatchScope(dynamoStore, own);
  const full = { ...scope?.state, count: WATCHES };
  await dynamoStore.writeOne({
    table: 'screening',
    update: watchScopeKey(own),
    set: { state: full },
    when: { lease: null },
  });
  await work(own, body.id);
  expect(await jobOf(own, body.id)).toMatchObject({ status: 'failed', problem: { code: 'too_many_watches' } });
  expect(await ask(own.client, id)).toMatchObject({ status: 409, body: { code: 'too_many_watches' } });
  expect(await watchesOf(own)).toEqual([]);
});

test('a job that is cancelled keeps what it created, and another creates the rest', async () => {
  const own = await aWorld();
  const lines = Array.from({ length: 1_001 }, (_, index) => (index < 1_000 ? 'Nobody Listed' : 'Nobody Else'));
  const { batch } = await screened(own, `name\n${lines.join('\n')}\n`);
  const { body } = await ask(own.client, batch.id);
  await continueJob(shortTurns(1), messageOf(own, body.id));
  await call(own.client, jobRoutes.cancelJob, { params: { id: body.id } });
  await work(own, body.id);
  expect(await jobOf(own, body.id)).toMatchObject({ status: 'cancelled', done: 1_000 });
  expect(await watchesOf(own)).toHaveLength(1);
  await watchedBatch(own, batch.id);
  expect(await watchesOf(own)).toHaveLength(2);
});

test('a worker that dies, or a job that comes twice, creates each watch once', async () => {
  const whole = await aWorld();
  const first = await aBatch(whole);
  const { body } = await ask(whole.client, first.id);
  const { calls } = await observed(() => continueJob(workerContext(now()), messageOf(whole, body.id)));
  const counts = await countRows(whole.organizationId);
  const points = calls.flatMap((_, index) => [
    { index, moment: 'before' as const },
    { index, moment: 'after' as const },
  ]);
  for (const { index, moment } of some(points, 6)) {
    const own = await aWorld();
    const { id } = await aBatch(own);
    const message = messageOf(own, (await ask(own.client, id)).body.id);
    await withFaults(crashAt(index, moment), () => continueJob(workerContext(now()), message)).catch(() => undefined);
    const later = addSeconds(now(), 600);
    await enqueueLostJobs(workerContext(later));
    await Promise.all([1, 2].map(() => continueJob(workerContext(later), message)));
    await continueJob(workerContext(later), message);

    const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
    expect(await jobOf(own, message.jobId), where).toMatchObject({ status: 'completed', done: 6, failed: 2 });
    expect(await countRows(own.organizationId), where).toEqual(counts);
  }
});
