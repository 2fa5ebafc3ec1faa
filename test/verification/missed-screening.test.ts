import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { handler as fromStream } from '#functions/workers/screen-session.ts';
import { handler as tick } from '#functions/workers/tick-screenings.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { MISSED_LEASE_SECONDS, MISSED_SECONDS } from '#shared/verification/limits.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashAt, observed, type Plan, withFaults } from '#test/support/faults.ts';
import { streamEvent, worked } from '#test/support/lambda-events.ts';
import { lambdaContext } from '#test/support/queue.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { aStep, newRun, newSession, newWorkflow, report } from '#test/support/verification-world.ts';

/** A screening step that the stream did not see to. */
let world: World;

const STEPS = [
  aStep('extract', { key: 'document', outputs: [{ key: 'full_name', type: 'string' }] }),
  aStep('check', {
    key: 'screening',
    config: { kind: 'pep_sanctions', provider: 'service_screening', providerConfig: { sources: ['eu_fsf'] } },
    outputs: [],
  }),
];

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  await loadList('eu_fsf', [anEntry()]);
});

let clockMs = 0;
const after = (seconds: number) => {
  clockMs += seconds * 1000;
  shiftClock(clockMs);
};
beforeEach(() => after(0));
afterEach(() => shiftClock(0));

async function identified() {
  const workflow = await newWorkflow(world, STEPS);
  const sessionId = await newSession(world, workflow, await newSubject(world));
  const attempt = { sessionId, runId: await newRun(world, sessionId) };
  const outputs = { full_name: 'Ambrose Quillfeather' };
  const { status } = await report(world, attempt, 'document', { status: 'completed', outputs });
  expect(status).toBe(200);
  return attempt;
}

const ticked = () => tick({}, lambdaContext());

const failingWhen = (isTheOne: (call: AwsCall) => boolean): Plan => ({
  ofCall: (one) =>
    one.command === 'TransactWriteItems' && isTheOne(one)
      ? { fails: 'before', error: new Error('out of order') }
      : undefined,
});

const rowOf = async (runId: string) =>
  (await everyRow('verification')).find((row) => row.id === runId && row.resource === 'runs');

const checksOf = async (id: string) =>
  (await done(world.client, verificationRoutes.listChecks, { params: { id } })).items;

const statusOf = async (id: string) =>
  (await done(world.client, verificationRoutes.readSession, { params: { id } })).data.status;

test('missed screening: a tick runs it after the time of the stream, and not before', async () => {
  const { sessionId, runId } = await identified();

  await ticked();
  const early = await checksOf(sessionId);
  after(MISSED_SECONDS);
  await ticked();

  expect(early).toEqual([]);
  expect(await checksOf(sessionId)).toMatchObject([{ data: { status: 'review_required' } }]);
  expect(await statusOf(sessionId)).toBe('completed');
  expect(await rowOf(runId)).not.toHaveProperty('dueAt');
});

test('missed screening: a tick ignores a step that the stream has run', async () => {
  const { sessionId, runId } = await identified();
  const row = await rowOf(runId);
  await worked(fromStream, streamEvent(row ? [row] : [], 'MODIFY'));

  after(MISSED_SECONDS);
  await ticked();

  expect(await checksOf(sessionId)).toHaveLength(1);
  expect(await rowOf(runId)).not.toHaveProperty('dueAt');
});

test('missed screening: two concurrent ticks and a late stream run it once', async () => {
  const { sessionId, runId } = await identified();
  const row = await rowOf(runId);

  after(MISSED_SECONDS);
  await Promise.all([ticked(), ticked()]);
  await worked(fromStream, streamEvent(row ? [row] : [], 'MODIFY'));

  expect(await checksOf(sessionId)).toHaveLength(1);
});

test('missed screening: is run once, wherever a tick is killed', { tags: 'full' }, async () => {
  const { runId: first } = await identified();
  after(MISSED_SECONDS);
  const { calls } = await observed(ticked);
  expect(await rowOf(first)).not.toHaveProperty('dueAt');

  for (const index of calls.keys()) {
    const { sessionId } = await identified();
    after(MISSED_SECONDS);
    await withFaults(crashAt(index, 'after'), () => ticked().catch(() => undefined));
    after(MISSED_LEASE_SECONDS);
    await ticked();

    expect(await checksOf(sessionId)).toHaveLength(1);
  }
  expect(calls.length).toBeGreaterThan(3);
});

test('missed screening: a failure is reported and retried later, and does not block the others', async () => {
  const failed = await identified();
  const other = await identified();
  const isOfFailed = ({ input }: AwsCall) => JSON.stringify(input).includes(failed.sessionId);
  after(MISSED_SECONDS);

  const telling = withFaults(failingWhen(isOfFailed), ticked);

  await expect(telling).rejects.toThrow('tickScreenings');
  expect(await checksOf(other.sessionId)).toHaveLength(1);
  expect(await checksOf(failed.sessionId)).toEqual([]);
  await ticked();
  expect(await checksOf(failed.sessionId)).toEqual([]);
  after(MISSED_LEASE_SECONDS);
  await ticked();
  expect(await checksOf(failed.sessionId)).toHaveLength(1);
});

test('missed screening: a temporary failure to read a list is retried, and the screening is then complete', async () => {
  const { sessionId, runId } = await identified();
  const row = await rowOf(runId);
  await loadList('eu_fsf', [anEntry()]); // a version that nothing has opened yet
  const engine = process.env.AWS_ENDPOINT_URL_S3;
  onTestFinished(() => {
    process.env.AWS_ENDPOINT_URL_S3 = engine;
  });

  process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:9';
  await expect(worked(fromStream, streamEvent(row ? [row] : [], 'MODIFY'))).rejects.toThrow();
  process.env.AWS_ENDPOINT_URL_S3 = engine;
  const meanwhile = await checksOf(sessionId);
  after(MISSED_SECONDS);
  await ticked();

  expect(meanwhile).toEqual([]);
  expect(await checksOf(sessionId)).toMatchObject([{ data: { status: 'review_required' } }]);
  const { items } = await done(world.client, screeningRoutes.listScreeningRuns, {
    query: { sessionId },
  });
  expect(items).toMatchObject([{ status: 'possible_match', sources: [{ missing: false }] }]);
});

test('missed screening: a step that a tick has leased is not delivered to the stream again', async () => {
  const { runId, sessionId } = await identified();
  after(MISSED_SECONDS);
  await withFaults(
    failingWhen(() => true),
    () => ticked().catch(() => undefined),
  );

  const row = await rowOf(runId);

  expect(row).toMatchObject({ missedStep: 'screening', dueAt: expect.any(String) });
  expect(row).not.toHaveProperty('awaitedStep');
  expect(await checksOf(sessionId)).toEqual([]);
});

test('missed screening: is dropped if a newer attempt exists', async () => {
  const { sessionId, runId } = await identified();
  await newRun(world, sessionId);

  after(MISSED_SECONDS);
  await ticked();

  expect(await checksOf(sessionId)).toEqual([]);
  expect(await rowOf(runId)).not.toHaveProperty('dueAt');
  expect(await rowOf(runId)).not.toHaveProperty('missedStep');
});
