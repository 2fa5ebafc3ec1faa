import { randomUUID } from 'node:crypto';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as runJobHandler } from '#functions/workers/run-job.ts';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { listRuns } from '#shared/screening/use-cases/list-runs.ts';
import { call, keyOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import {
  aWorld,
  done,
  eventTypes,
  everyItem,
  list,
  newSubject,
  riskySubject,
  type World,
} from '#test/support/risk-world.ts';
import { existingRunWithMatch } from '#test/support/screening-examples.ts';
import { some } from '#test/support/soak.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';

beforeAll(prepareEngine);

const asked = (world: World, body: Record<string, unknown>) => done(world.client, jobRoutes.createExport, { body });
const tryToAsk = (world: World, body: unknown, credential = world.client) =>
  call(credential, jobRoutes.createExport, { body });
const read = (world: World, id: string) => done(world.client, jobRoutes.readExport, { params: { id } });
const messageFor = ({ organizationId, mode }: World, jobId: string) => ({ organizationId, mode, jobId });
const work = (world: World, id: string) => worked(runJobHandler, queueEvent([messageFor(world, id)]));

async function fileOf(world: World, id: string): Promise<string> {
  const { file } = await read(world, id);
  const response = await fetch(file.url);
  expect(response.status).toBe(200);
  return response.text();
}

/** The text of an export that is made now. */
async function exported(world: World, body: Record<string, unknown>): Promise<string> {
  const { id } = await asked(world, body);
  expect(await work(world, id)).toEqual({ batchItemFailures: [] });
  expect(await read(world, id)).toMatchObject({ status: 'completed' });
  return fileOf(world, id);
}

const linesIn = (text: string) => text.trimEnd().split('\n');
const recordsIn = (text: string) => linesIn(text).map((line) => JSON.parse(line));

describe('an export', () => {
  test('is queued, then completed with a file, and both are in the history', async () => {
    const world = await aWorld();
    const subjectId = await newSubject(world, 'customer-1');

    const queued = await asked(world, { kind: 'subjects' });
    await work(world, queued.id);

    const completed = await read(world, queued.id);
    expect(queued).toMatchObject({
      kind: 'subjects',
      format: 'csv',
      status: 'queued',
      done: 0,
      total: null,
      file: null,
    });
    expect(completed).toMatchObject({ status: 'completed', done: 1, total: 1, failed: 0, estimatedEndAt: null });
    expect(completed.file.fileName).toMatch(/^subjects-\d{4}-\d{2}-\d{2}-[0-9a-f]{8}\.csv$/);
    const text = await fileOf(world, queued.id);
    expect(completed.file.sizeBytes).toBe(Buffer.byteLength(text));
    const [head, line] = linesIn(text);
    expect(head).toBe('id,kind,externalId,createdAt');
    expect(line).toMatch(new RegExp(`^${subjectId},person,customer-1,2`));
    expect(await eventTypes(world, queued.id)).toEqual(['job.requested', 'job.ended']);
  });

  test('has a file with the head alone where nothing is to be exported', async () => {
    expect(await exported(await aWorld(), { kind: 'documents' })).toBe(
      'id,name,status,createdAt,sentAt,expiresAt,completedAt\n',
    );
    expect(await exported(await aWorld(), { kind: 'documents', format: 'ndjson' })).toBe('');
  });

  test('quotes cells that a spreadsheet would run', async () => {
    const world = await aWorld();
    await newSubject(world, '=HYPERLINK("https://example.org")');

    expect(await exported(world, { kind: 'subjects' })).toContain(`,"'=HYPERLINK(""https://example.org"")",`);
  });

  test('contains every record of a list of several pages, as the API returns it', async () => {
    const world = await aWorld();
    await mapConcurrently(Array.from({ length: 105 }), 8, () => newSubject(world));
    await riskySubject(world);

    const subjects = recordsIn(await exported(world, { kind: 'subjects', format: 'ndjson' }));
    const { items: before } = await everyItem((offset) => list(world, 'events', { offset }));
    const events = recordsIn(await exported(world, { kind: 'events', format: 'ndjson' }));

    expect(subjects).toEqual((await everyItem((offset) => list(world, 'subjects', { offset }))).items);
    expect(subjects).toHaveLength(106);
    expect(events.slice(0, before.length)).toEqual(before);
  });

  test('selects by time and filter', async () => {
    const world = await aWorld();
    await newSubject(world, 'first');
    const between = now().toISOString();
    await expect.poll(() => now().toISOString() > between).toBe(true);
    await newSubject(world, 'second');

    const namesOf = async (body: Record<string, unknown>) =>
      recordsIn(`${await exported(world, { format: 'ndjson', ...body })}\n`.trimStart() || '{}').flatMap(
        ({ data }) => data?.externalId ?? [],
      );

    expect(await namesOf({ kind: 'subjects', from: between })).toEqual(['second']);
    expect(await namesOf({ kind: 'subjects', to: between })).toEqual(['first']);
    expect(await namesOf({ kind: 'subjects', filter: { search: 'SECO' } })).toEqual(['second']);
    const requested = await exported(world, { kind: 'events', filter: { type: 'job.requested' } });
    expect(linesIn(requested)).toHaveLength(1 + 3);
  });

  test('of the worklist, of matches and of runs has their rows', async () => {
    const world = await aWorld();
    await riskySubject(world);
    const { runId, matchId } = await existingRunWithMatch(world);

    const worklist = linesIn(await exported(world, { kind: 'worklist' }));
    const matches = linesIn(await exported(world, { kind: 'matches' }));
    const pending = linesIn(await exported(world, { kind: 'matches', filter: { decision: 'decided' } }));
    const runs = recordsIn(await exported(world, { kind: 'runs', format: 'ndjson' }));

    expect(worklist).toHaveLength(2);
    expect(matches[1]).toContain(matchId);
    expect(pending).toHaveLength(1);
    const context = { ...workerContext(), caller: { ...world, kind: 'user', id: 'x', role: 'owner' } as const };
    expect(runs.map(({ id }) => id)).toContain(runId);
    expect(runs).toEqual((await listRuns(context, { page: 1, limit: 50 })).items);
  });

  test('of the work of the caller names the person at the time of the request', async () => {
    const world = await aWorld();

    const ofKey = await tryToAsk(world, { kind: 'worklist', filter: { assignee: 'me' } });
    const ofUser = await tryToAsk(world, { kind: 'worklist', filter: { assignee: 'me' } }, world.member);

    expect(ofKey).toMatchObject({ status: 422, body: { code: 'user_required' } });
    expect(ofUser.body.filter.assignee).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('an API key', () => {
  test('exports only what it can read, and reads no other exports', async () => {
    const world = await aWorld();
    const { credential } = await keyOf(world.organizationId, world.mode, { scopes: ['jobs', 'documents:read'] });

    const own = await tryToAsk(world, { kind: 'documents' }, credential);
    const other = await tryToAsk(world, { kind: 'subjects' }, credential);
    const { id } = await asked(world, { kind: 'subjects' });
    const read = await call(credential, jobRoutes.readExport, { params: { id } });

    expect(own.status).toBe(201);
    for (const answer of [other, read])
      expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });
});

describe('refusals', () => {
  test.each([
    [{ kind: 'everything' }, 400, 'invalid_body'],
    [{ kind: 'worklist', from: '2026-01-01T00:00:00Z' }, 400, 'invalid_body'],
    [{ kind: 'subjects', filter: { type: 'x' } }, 400, 'invalid_body'],
    [{ kind: 'subjects', to: '2099-01-01T00:00:00Z' }, 422, 'range_in_future'],
    [{ kind: 'events', from: '2026-02-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }, 422, 'empty_range'],
  ])('%j is answered %i %s and starts nothing', async (body, status, code) => {
    const world = await aWorld();

    expect(await tryToAsk(world, body)).toMatchObject({ status, body: { code } });
    expect((await done(world.client, jobRoutes.listJobs)).items).toEqual([]);
  });

  test('more open jobs than allowed are refused, also all at once, until one ends', async () => {
    const world = await aWorld();

    const answers = await Promise.all(
      Array.from({ length: OPEN_JOBS + 5 }, () => tryToAsk(world, { kind: 'subjects' })),
    );

    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(OPEN_JOBS);
    expect(answers.filter(({ body }) => body.code === 'too_many_jobs')).toHaveLength(5);
    await work(world, made[0]?.body.id);
    expect((await tryToAsk(world, { kind: 'subjects' })).status).toBe(201);
  });

  test('another organization, mode or kind of record is not found', async () => {
    const world = await aWorld();
    const { id } = await asked(world, { kind: 'subjects' });
    const others = [await aWorld(), await aWorld('live', world.organizationId)];

    for (const other of others)
      for (const route of [jobRoutes.readExport, jobRoutes.readJob, jobRoutes.cancelJob])
        expect((await call(other.owner, route, { params: { id } })).status).toBe(404);
    expect((await read(world, id)).status).toBe('queued');
  });
});

describe('cancelling', () => {
  test('ends a job once, and its worker stores nothing', async () => {
    const world = await aWorld();
    const { id } = await asked(world, { kind: 'subjects' });
    const cancel = () => call(world.member, jobRoutes.cancelJob, { params: { id } });

    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'cancelled', kind: 'export' } });
    await work(world, id);

    expect(await read(world, id)).toMatchObject({ status: 'cancelled', file: null, done: 0 });
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'job_ended' } });
    expect(await eventTypes(world, id)).toEqual(['job.requested', 'job.ended']);
  });

  test('a job that is being worked on is not completed afterwards', async () => {
    const world = await aWorld();
    await newSubject(world);
    const { id } = await asked(world, { kind: 'subjects' });
    const cancel = () => done(world.member, jobRoutes.cancelJob, { params: { id } });
    let isCancelled = false;

    await withFaults(
      {
        ofCall: ({ command }) => {
          if (command !== 'PutObject' || isCancelled) return undefined;
          isCancelled = true;
          return { waitsFor: cancel };
        },
      },
      () => work(world, id),
    );

    expect(isCancelled).toBe(true);
    expect(await read(world, id)).toMatchObject({ status: 'cancelled', file: null });
  });
});

describe('a worker', () => {
  /** Has time for one page in each turn. */
  const hurried = (): WorkerContext => ({ ...workerContext(), remainingMs: () => 1_000 });

  test('that runs out of time continues where it stopped, in another turn', async () => {
    const world = await aWorld();
    await mapConcurrently(Array.from({ length: 105 }), 8, () => newSubject(world));
    const { id } = await asked(world, { kind: 'subjects', format: 'ndjson' });
    const done = [];

    for (let turn = 0; turn < 10 && (await read(world, id)).status !== 'completed'; turn += 1) {
      await continueJob(hurried(), messageFor(world, id));
      done.push((await read(world, id)).done);
    }

    expect(done.length).toBeGreaterThan(1);
    expect(done.at(-1)).toBe(105);
    const records = recordsIn(await fileOf(world, id));
    expect(new Set(records.map((record) => record.id)).size).toBe(105);
    expect(records).toHaveLength(105);
  });

  test('of two at once one takes the job', async () => {
    const world = await aWorld();
    await newSubject(world);
    const { id } = await asked(world, { kind: 'subjects' });

    await Promise.all([work(world, id), work(world, id), work(world, id)]);
    await work(world, id);

    expect(await read(world, id)).toMatchObject({ status: 'completed', done: 1 });
    expect(await eventTypes(world, id)).toEqual(['job.requested', 'job.ended']);
  });

  test('that dies between any two calls leaves a job that another completes', async () => {
    const world = await aWorld();
    await Promise.all(Array.from({ length: 3 }, () => newSubject(world)));
    const make = async () => (await asked(world, { kind: 'subjects', format: 'ndjson' })).id as string;
    const first = await make();
    const { calls } = await observed(() => work(world, first));
    const expected = await fileOf(world, first);

    for (const moment of ['before', 'after'] as const)
      for (const index of some([...calls.keys()], 3)) {
        const id = await make();
        await withFaults(crashAt(index, moment), () => work(world, id)).catch(() => undefined);
        await continueJob(workerContext(addSeconds(now(), 600)), messageFor(world, id));
        expect(await read(world, id), `${moment} call ${index}`).toMatchObject({ status: 'completed', done: 3 });
        expect(await fileOf(world, id)).toBe(expected);
        expect(await eventTypes(world, id)).toEqual(['job.requested', 'job.ended']);
      }
  });

  test('that fails again and again ends the job as failed', async () => {
    const world = await aWorld();
    const { id } = await asked(world, { kind: 'subjects' });
    const error = new Error('broken');
    const broken = {
      ofCall: ({ command }: { command: string }) =>
        command === 'Query' ? { fails: 'before' as const, error } : undefined,
    };

    for (let attempt = 0; attempt < 5; attempt += 1) {
      const at = workerContext(addSeconds(now(), 600 * attempt));
      await withFaults(broken, () => continueJob(at, messageFor(world, id)).catch(() => undefined));
    }
    await continueJob(workerContext(addSeconds(now(), 6_000)), messageFor(world, id));

    expect(await read(world, id)).toMatchObject({
      status: 'failed',
      problem: { code: 'attempts_exhausted' },
      file: null,
    });
  });
});

test('a tick enqueues jobs whose message was lost, once in five minutes', async () => {
  const world = await aWorld();
  const { id } = await asked(world, { kind: 'subjects' });
  const ofWorld = async () =>
    (await drain('jobTurns')).filter(
      (one) => (one as { organizationId: string }).organizationId === world.organizationId,
    );
  await ofWorld();

  const later = workerContext(addSeconds(now(), 90));
  await enqueueLostJobs(later);
  expect(await ofWorld()).toEqual([messageFor(world, id)]);
  await enqueueLostJobs(later);
  expect(await ofWorld()).toEqual([]);
});

test('jobs are listed by kind and status, newest first if asked', async () => {
  const world = await aWorld();
  const ids = [];
  for (let made = 0; made < 3; made += 1) ids.push((await asked(world, { kind: 'subjects' })).id);
  await work(world, ids[1]);

  const listed = async (query: Record<string, string>) =>
    (await done(world.client, jobRoutes.listJobs, { query })).items.map((job: { id: string }) => job.id);

  expect(await listed({})).toEqual(ids);
  expect(await listed({ order: 'newest' })).toEqual(ids.toReversed());
  expect(await listed({ status: 'queued', kind: 'export' })).toEqual([ids[0], ids[2]]);
  expect(await done(world.client, jobRoutes.readJob, { params: { id: ids[1] } })).toMatchObject({
    kind: 'export',
    status: 'completed',
    input: { kind: 'subjects', format: 'csv' },
  });
  expect((await call(world.client, jobRoutes.readJob, { params: { id: randomUUID() } })).status).toBe(404);
});
