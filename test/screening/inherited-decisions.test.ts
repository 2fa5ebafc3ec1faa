import { afterAll, expect, test } from 'vitest';
import { continueJob, enqueueLostJobs } from '#shared/jobs/index.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import {
  begun,
  checksOf,
  identify,
  LISTED,
  screenedAttempt,
  screenedByStream,
} from '#test/support/screened-sessions.ts';
import { aScreeningWorld, screen } from '#test/support/screening-world.ts';
import { somePoints } from '#test/support/soak.ts';
import { countRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { asked, messageOf, readBatch, resultsOf, screened, work } from './batch-calls.ts';
import { readRun, readWatch, turn, turnAt, watched } from './watch-calls.ts';

/** Decisions that are inherited without a request of a person: by rows of files, workflow steps and watches. */
preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const AMBROSE = { name: 'Ambrose Quillfeather' };

async function remembering(): Promise<World> {
  const world = await aWorld();
  const body = { rememberDecisions: true, expiresAfterDays: 365 };
  expect(await call(world.owner, screeningRoutes.updateScreeningSettings, { body })).toMatchObject({ status: 200 });
  return world;
}

const clearMatch = (world: World, id: string) =>
  done(world.owner, screeningRoutes.decideScreeningMatch, {
    params: { id },
    body: { decision: 'false_positive', reason: 'Looked at it.' },
  });

/** A subject with a run whose match a person has cleared. */
async function cleared(world: World) {
  const riskSubjectId = await newSubject(world);
  const { body } = await screen(world, AMBROSE, { riskSubjectId });
  await clearMatch(world, body.matches[0].id);
  return { riskSubjectId, runId: body.id as string };
}

const inherited = (runId: string) => ({
  status: 'clear',
  decisions: [],
  matches: [{ decision: 'false_positive', rememberedFrom: { runId } }],
});

const eventsOf = async (world: World, type: string) =>
  (await done(world.owner, riskRoutes.listRecords, { params: { resource: 'events' }, query: { type } })).items.length;

/** With the same lists and scores a row keeps the run that it finds unchanged, and inherits nothing. */
const OTHER_LISTS = { sources: ['eu_fsf'] };

const fileFor = (riskSubjectId: string) => `name,riskSubjectId\n${AMBROSE.name},${riskSubjectId}\n${AMBROSE.name},\n`;

test('a decision on a run counts for an uploaded row and a watch of the same subject and data, and for no other', async () => {
  const world = await remembering();
  const { riskSubjectId, runId } = await cleared(world);

  const { batch, rows } = await screened(world, fileFor(riskSubjectId), OTHER_LISTS);
  expect(batch.byStatus).toMatchObject({ clear: 1, possible_match: 1 });
  expect(await readRun(world, rows[0]?.runId as string)).toMatchObject(inherited(runId));
  expect((await readRun(world, rows[1]?.runId as string)).matches).toMatchObject([{ decision: 'pending' }]);

  const own = await watched(world, AMBROSE, { riskSubjectId });
  const other = await watched(world, AMBROSE, { riskSubjectId: await newSubject(world) });
  const changed = await watched(world, { ...AMBROSE, datesOfBirth: ['1961-04-17'] }, { riskSubjectId });
  await turn(world);
  const runOf = async (id: string) => readRun(world, (await readWatch(world, id)).result.runId);
  expect(await runOf(own)).toMatchObject({ trigger: 'watch', ...inherited(runId) });
  expect((await runOf(other)).matches).toMatchObject([{ decision: 'pending' }]);
  expect((await runOf(changed)).matches).toMatchObject([
    { decision: 'pending', reviewReason: 'remembered_subject_changed' },
  ]);
});

test('a decision on a run of a watch is inherited by its next run, and the worker decides nothing itself', async () => {
  const world = await remembering();
  const id = await watched(world, AMBROSE);
  await turn(world);
  const first = await readRun(world, (await readWatch(world, id)).result.runId);
  await clearMatch(world, first.matches[0].id);

  await call(world.client, screeningRoutes.runScreeningWatch, { params: { id } });
  await turn(world);
  const { result } = await readWatch(world, id);
  expect(result).toMatchObject({ status: 'clear', matchCount: 1 });
  expect(await readRun(world, result.runId)).toMatchObject(inherited(first.id));
  expect(await eventsOf(world, 'screening.match.decided')).toBe(1);
  expect(await eventsOf(world, 'screening.match.remembered')).toBe(1);
});

test('a step of a workflow inherits what was decided on the step of an earlier session', async () => {
  const world = await remembering();
  const { workflow, subjectId, check } = await screenedAttempt(world, LISTED);
  const runOf = (reference: string) => readRun(world, reference.slice('screening-run:'.length));
  const first = await runOf(check.data.providerRef);
  expect(first.matches).toMatchObject([{ decision: 'pending' }]);
  await clearMatch(world, first.matches[0].id);

  const again = await begun(world, workflow, subjectId);
  await identify(world, again, LISTED);
  await screenedByStream(again.runId);
  const [later] = await checksOf(world, again.sessionId);
  expect(later.data).toMatchObject({ status: 'clear' });
  expect(await runOf(later.data.providerRef)).toMatchObject({ trigger: 'workflow', ...inherited(first.id) });
});

/** The work of a worker that inherits, which can run again. */
const WORKERS: [string, (world: World, riskSubjectId: string) => Promise<Worker>][] = [
  [
    'of an uploaded file',
    async (world, riskSubjectId) => {
      const { body } = await asked(world.client, fileFor(riskSubjectId), OTHER_LISTS);
      return {
        attempt: () => continueJob(workerContext(now()), messageOf(world, body.id)),
        again: async () => {
          await enqueueLostJobs(workerContext(addSeconds(now(), 600)));
          await continueJob(workerContext(addSeconds(now(), 600)), messageOf(world, body.id));
          await work(world, body.id);
        },
        runId: async () => {
          expect(await readBatch(world.client, body.id)).toMatchObject({ status: 'completed', rows: 2, failed: 0 });
          return (await resultsOf(world.client, body.id))[0]?.runId as string;
        },
      };
    },
  ],
  [
    'of watches',
    async (world, riskSubjectId) => {
      const id = await watched(world, AMBROSE, { riskSubjectId });
      return {
        attempt: () => turnAt(world),
        again: async () => {
          for (const seconds of [600, 1_200]) await turnAt(world, addSeconds(now(), seconds));
        },
        runId: async () => (await readWatch(world, id)).result.runId,
      };
    },
  ],
];

interface Worker {
  attempt: () => Promise<unknown>;
  again: () => Promise<unknown>;
  runId: () => Promise<string>;
}

test.each(WORKERS)(
  'a worker %s that dies while it inherits loses nothing and doubles nothing',
  async (_of, prepare) => {
    const whole = await remembering();
    const first = await prepare(whole, (await cleared(whole)).riskSubjectId);
    const { calls } = await observed(first.attempt);
    await first.again();
    await first.runId();
    const counts = await countRows(whole.organizationId);
    const points = calls.flatMap((_, index) => [
      { index, moment: 'before' as const },
      { index, moment: 'after' as const },
    ]);

    for (const { index, moment } of somePoints(points, 3)) {
      const world = await remembering();
      const { riskSubjectId, runId } = await cleared(world);
      const worker = await prepare(world, riskSubjectId);
      await withFaults(crashAt(index, moment), worker.attempt).catch(() => undefined);
      await worker.again();

      const where = `${moment} call ${index} of ${calls.length}: ${calls[index]?.command}`;
      expect(await readRun(world, await worker.runId()), where).toMatchObject(inherited(runId));
      expect(await eventsOf(world, 'screening.match.remembered'), where).toBe(1);
      expect(await countRows(world.organizationId), where).toEqual(counts);
    }
  },
);
