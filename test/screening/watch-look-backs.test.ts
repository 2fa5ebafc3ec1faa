import { afterAll, describe, expect, test } from 'vitest';
import { continueJob } from '#shared/jobs/index.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { advanceWatches } from '#shared/screening/index.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { some } from '#test/support/soak.ts';
import { readRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { messageOf, work } from './batch-calls.ts';
import { publish } from './searched-version.ts';
import { turnAt, watched } from './watch-calls.ts';

/** Since which version of a list watched customers would have been found: work of the worker that can decrypt them. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { createScreeningLookBack, deleteScreeningWatch, listLookBackFindings, readScreeningLookBack } = screeningRoutes;

const ask = (as: Credential, body: object) =>
  call(as, createScreeningLookBack, { body: { watches: true, source: 'un_sanctions', ...body } });
const read = (as: Credential, id: string) => done(as, readScreeningLookBack, { params: { id } });
const findingsOf = async (as: Credential, id: string) =>
  (await done(as, listLookBackFindings, { params: { id } })).items as Record<string, unknown>[];

async function started(world: World, body: object): Promise<string> {
  const { status, body: job } = await ask(world.client, body);
  expect(status, JSON.stringify(job)).toBe(202);
  return job.id;
}

/** Two watches, and versions of which the first two find one each. */
async function watchedWorld() {
  const own = await aWorld();
  const riskSubjectId = await newSubject(own);
  const first = await watched(own, { name: 'Zebulon Inkpot' }, { riskSubjectId, reference: 'customer 1' });
  const second = await watched(own, { name: 'Otto Paperclip' }, { reference: 'customer 2' });
  await watched(own, { name: 'Nobody Listed' });
  await turnAt(own);
  const versions = [await publish(['Otto Paperclip']), await publish([], { isArchived: false })];
  versions.push(await publish(['Zebulon Inkpot', 'Otto Paperclip']));
  return { own, first, second, riskSubjectId, versions, versionIds: versions.map(({ versionId }) => versionId) };
}

test('a look-back over watches names each watch with the first version that finds it, and no customer', async () => {
  const { own, first, second, riskSubjectId, versions, versionIds } = await watchedWorld();
  const id = await started(own, { versionIds });
  // A worker of jobs cannot read the watches.
  await work(own, id);
  expect(await read(own.client, id)).toMatchObject({ status: 'running', done: 0, paused: { code: 'watches' } });
  await turnAt(own);
  expect(await read(own.client, id)).toMatchObject({
    status: 'completed',
    batchId: null,
    watches: 3,
    reviewScore: null,
    total: 6,
    done: 6,
    failed: 0,
    found: 2,
    incomplete: 0,
    unavailable: [{ versionId: versionIds[1], reason: 'not_archived' }],
  });
  const match = { listedName: null, score: 85, status: 'possible_match' };
  expect(await findingsOf(own.client, id)).toMatchObject([
    {
      watchId: first,
      row: null,
      reference: 'customer 1',
      riskSubjectId,
      version: versions[2]?.shown,
      isCertain: false,
      match: { ...match, entryId: 'Zebulon Inkpot' },
      done: 'runs',
      runs: [{ trigger: 'watch', status: 'clear', listVersionId: null }],
    },
    { watchId: second, version: versions[0]?.shown, isCertain: true, match, watchedSince: expect.any(String) },
  ]);
  // Entries are named by their ids, which are names in this test alone.
  const rows = (await readRows()).filter(({ item }) => item.pk.includes(own.organizationId));
  const texts = rows.map(({ item }) => JSON.stringify(item).replaceAll(/"entryId":"[^"]*"/g, ''));
  expect(texts.filter((text) => /zebulon|paperclip/i.test(text))).toEqual([]);

  await call(own.client, deleteScreeningWatch, { params: { id: first } });
  await turnAt(own);
  expect(await findingsOf(own.client, id)).toHaveLength(2);
  const again = await started(own, { versionIds });
  await turnAt(own);
  expect(await findingsOf(own.client, again)).toMatchObject([{ watchId: second }]);
});

describe('refusals', () => {
  test('of no watches, both or neither, own lists, and look-backs of others', async () => {
    const own = await aWorld();
    const { versionId } = await publish([]);
    const versionIds = [versionId];
    expect((await ask(own.client, { versionIds })).body).toMatchObject({ code: 'no_watches' });
    for (const body of [{ watches: false }, { batchId: versionId }, { watches: undefined }])
      expect((await ask(own.client, { versionIds, ...body })).body).toMatchObject({ code: 'invalid_body' });
    await watched(own, { name: 'Nobody Listed' });
    await turnAt(own);
    expect((await ask(own.client, { versionIds, source: 'own_staff' })).body).toMatchObject({
      code: 'own_list_not_archived',
    });
    expect((await ask(own.client, { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })).body).toMatchObject({
      code: 'no_versions',
    });
    const id = await started(own, { versionIds });
    for (const other of [await aWorld(), await aWorld('live', own.organizationId)]) {
      expect((await ask(other.client, { versionIds })).body).toMatchObject({ code: 'no_watches' });
      for (const route of [readScreeningLookBack, listLookBackFindings])
        expect((await call(other.client, route, { params: { id } })).status).toBe(404);
    }
    await call(own.client, jobRoutes.cancelJob, { params: { id } });
    await turnAt(own);
    expect(await read(own.client, id)).toMatchObject({ status: 'cancelled', found: 0 });
  });
});

test('a worker that dies, two workers, and a worker of jobs between them change no finding', async () => {
  const { own, versionIds } = await watchedWorld();
  const { organizationId, mode } = own;
  const whole = await started(own, { versionIds });
  const { calls } = await observed(() => turnAt(own));
  const expected = await findingsOf(own.client, whole);
  expect(expected).toHaveLength(2);
  const points = calls.flatMap((_, index) => (['before', 'after'] as const).map((moment) => ({ index, moment })));
  for (const { index, moment } of some(points, 4)) {
    const id = await started(own, { versionIds });
    await withFaults(crashAt(index, moment), () => turnAt(own)).catch(() => undefined);
    const later = addSeconds(now(), 1_000);
    await continueJob(workerContext(later), messageOf(own, id));
    await Promise.all([1, 2].map(() => advanceWatches(workerContext(later), { organizationId, mode })));
    await advanceWatches(workerContext(addSeconds(later, 400)), { organizationId, mode });
    const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
    expect(await read(own.client, id), where).toMatchObject({ status: 'completed', found: 2, done: 6, failed: 0 });
    expect(await findingsOf(own.client, id), where).toEqual(expected);
  }
});
