import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as run } from '#functions/workers/run-investigation.ts';
import { handler as tick } from '#functions/workers/tick-risk.ts';
import { addSeconds, now, shiftClock } from '#shared/platform/clock.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { InvestigationFailure } from '#shared/risk/investigation-failure.ts';
import type { DueInvestigation } from '#shared/risk/investigation-messages.ts';
import { recordsOf } from '#shared/risk/repository/collections.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { enqueueLostInvestigations } from '#shared/risk/use-cases/enqueue-lost-investigations.ts';
import { runInvestigation } from '#shared/risk/use-cases/run-investigation.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashAt, observed, withFaults } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import {
  aWorld,
  done,
  eventTypes,
  list,
  readRecord,
  riskySubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { scaled } from '#test/support/soak.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';

/** One result, however often the worker runs, whatever is lost and wherever it dies. */
beforeAll(async () => {
  process.env.BEDROCK_MODEL_ID = 'some-model';
  await prepareEngine();
});
beforeEach(async () => void (await drain('investigations')));
afterEach(() => shiftClock(0));

const LEASE_SECONDS = 330;
const COMPLETED = ['risk.investigation.started', 'risk.investigation.finished'];

/** A queued investigation of a subject with something to find, and its message. */
async function queued(body: object = {}) {
  const world = await aWorld();
  const { subjectId, source } = await riskySubject(world);
  await stated(source, subjectId, { status: 'revoked', value: null });
  return startedIn(world, subjectId, body);
}

async function startedIn(world: World, subjectId: string, body: object = {}) {
  if ('assistance' in body)
    await done(world.owner, riskRoutes.updateInvestigationAiSettings, {
      body: { aiInvestigations: true },
    });
  const { id } = await done(world.client, riskRoutes.startInvestigation, {
    params: { id: subjectId },
    body: { question: 'What is wrong here?', ...body },
  });
  const { organizationId, mode } = world;
  const message: DueInvestigation = { organizationId, mode, investigationId: id };
  await drain('investigations');
  return { world, id, message };
}

const dataOf = async (world: World, id: string) => (await readRecord(world, 'investigations', id)).body.data;

const rowOf = (message: DueInvestigation) =>
  dynamoStore.get('risk', keyIn(recordsOf(message, 'investigations'), message.investigationId));

/** The requested investigations of this file, by id. */
const asked = async (): Promise<string[]> =>
  (await drain('investigations')).map((one) => (one as DueInvestigation).investigationId);

test('investigation worker: three concurrent messages and a later one create one result', async () => {
  const { world, id, message } = await queued();

  const answers = await Promise.all([1, 2, 3].map(() => worked(run, queueEvent([message]))));
  const first = await dataOf(world, id);
  await worked(run, queueEvent([message]));

  expect(answers).toEqual(Array(3).fill({ batchItemFailures: [] }));
  expect(first).toMatchObject({ status: 'completed', findings: expect.any(Array) });
  expect(first.findings.length).toBeGreaterThan(0);
  expect(await dataOf(world, id)).toEqual(first);
  expect(await eventTypes(world, id)).toEqual(COMPLETED);
  expect((await rowOf(message))?.dueAt).toBeUndefined();
});

test('investigation worker: killed before or after any call, the work is done once after the lease', {
  tags: 'full',
}, async () => {
  const undisturbed = await queued();
  const { calls } = await observed(() => runInvestigation(workerContext(), undisturbed.message));
  const { findings } = await dataOf(undisturbed.world, undisturbed.id);
  // The last read is that of the webhooks which are sent the event.
  const commands = ['GetItem', 'UpdateItem', 'BatchGetItem', 'GetItem', 'TransactWriteItems'];
  expect(calls.map(({ command }) => command)).toEqual(commands);

  for (const index of calls.keys())
    for (const moment of ['before', 'after'] as const) {
      const { world, id, message } = await queued();
      const killed = () => runInvestigation(workerContext(), message).catch(() => undefined);
      await withFaults(crashAt(index, moment), killed);

      await runInvestigation(workerContext(addSeconds(now(), LEASE_SECONDS + 1)), message);

      const after = await dataOf(world, id);
      expect(after.status, `killed ${moment} call ${index}`).toBe('completed');
      expect(after.findings).toHaveLength(findings.length);
      expect(await eventTypes(world, id)).toEqual(COMPLETED);
    }
});

test('investigation worker: no other worker runs while the lease lasts', async () => {
  const { world, id, message } = await queued();
  const killed = () => runInvestigation(workerContext(), message).catch(() => undefined);
  await withFaults(crashAt(1, 'after'), killed);

  await runInvestigation(workerContext(addSeconds(now(), LEASE_SECONDS - 10)), message);

  expect((await dataOf(world, id)).status).toBe('running');
});

test('investigation worker: a worker that lost its lease does not overwrite the result of another', async () => {
  const { world, id, message } = await queued({ assistance: 'ai' });
  const finding = (key: string, eventIds: string[]) => [
    { key, statement: 'Seen.', evidenceIds: [], eventIds, confidence: 'low' },
  ];
  const later = workerContext(addSeconds(now(), LEASE_SECONDS + 1));

  await runInvestigation(workerContext(), message, {
    ai: async ({ events }) => {
      const ids = [events[0]?.id ?? ''];
      await runInvestigation(later, message, { ai: async () => finding('second', ids) });
      return finding('first', ids);
    },
  });

  expect((await dataOf(world, id)).findings).toMatchObject([{ key: 'second' }]);
  expect(await eventTypes(world, id)).toEqual(COMPLETED);
});

test.each<[string, () => Promise<unknown>]>([
  ['has a result', async () => []],
  ['fails', () => Promise.reject(new InvestigationFailure('ai_refused'))],
])('investigation worker: finishedAt is the time when it %s, not when the worker started', async (_what, ai) => {
  const { world, id, message } = await queued({ assistance: 'ai' });
  const begun = now();
  const finished = addSeconds(begun, 240);

  await runInvestigation({ ...workerContext(begun), clock: () => finished }, message, { ai });

  expect(await dataOf(world, id)).toMatchObject({ startedAt: begun.toISOString(), finishedAt: finished.toISOString() });
  const { items } = (await list(world, 'events', { resourceId: id })).body;
  expect(items[1].data.occurredAt).toBe(finished.toISOString());
});

test('investigation worker: a message for an unknown investigation or another organization does nothing', async () => {
  const { world, id, message } = await queued();
  const elsewhere = { ...message, mode: 'live' as const };

  expect(await worked(run, queueEvent([elsewhere]))).toEqual({ batchItemFailures: [] });
  expect((await dataOf(world, id)).status).toBe('queued');
});

test('investigation worker: an invalid message goes to the dead-letter queue', async () => {
  const answer = await worked(run, queueEvent(['{"investigationId":7}']));

  expect(answer.batchItemFailures).toHaveLength(1);
});

/** By how much the message for the next attempt is delayed. */
const delayIn = (calls: AwsCall[]): number => {
  const entries = calls.flatMap(({ input }) => (input.Entries ?? []) as { DelaySeconds: number }[]);
  return entries[0]?.DelaySeconds ?? 0;
};

describe('investigation worker: a failure', () => {
  test('that can be temporary is retried with increasing delay, five times in total', async () => {
    const { world, id, message } = await queued({ assistance: 'ai' });
    let tried = 0;
    const ai = async () => {
      tried += 1;
      throw new InvestigationFailure('ai_unavailable', { isRetryable: true });
    };

    let at = now();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { calls } = await observed(() => runInvestigation(workerContext(at), message, { ai }));
      const delaySeconds = delayIn(calls);
      waits.push(delaySeconds);
      // A message that comes too early is not an attempt.
      await runInvestigation(workerContext(addSeconds(at, 1)), message, { ai });
      expect((await rowOf(message))?.dueAt).toBe(addSeconds(at, delaySeconds).toISOString());
      at = addSeconds(at, delaySeconds + 1);
    }
    expect((await dataOf(world, id)).status).toBe('running');
    await runInvestigation(workerContext(at), message, { ai });

    expect(waits).toEqual([30, 60, 120, 240]);
    expect(tried).toBe(5);
    expect(await dataOf(world, id)).toMatchObject({
      status: 'failed',
      errorCode: 'ai_unavailable',
      findings: [],
      summary: null,
    });
    expect(await eventTypes(world, id)).toEqual(['risk.investigation.started', 'risk.investigation.finished']);
  });

  test('that occurs late is retried after the same delay as an immediate one', async () => {
    const { message } = await queued({ assistance: 'ai' });
    const begun = now();
    const failedAt = addSeconds(begun, 240);
    let tried = 0;
    const ai = async () => {
      tried += 1;
      throw new InvestigationFailure('ai_unavailable', { isRetryable: true });
    };

    const slow = { ...workerContext(begun), clock: () => failedAt };
    await runInvestigation(slow, message, { ai });
    const waiting = await rowOf(message);
    await runInvestigation(workerContext(addSeconds(failedAt, 29)), message, { ai });
    const triedEarly = tried;
    await runInvestigation(workerContext(addSeconds(failedAt, 31)), message, { ai });

    expect(waiting?.dueAt).toBe(addSeconds(failedAt, 30).toISOString());
    expect([triedEarly, tried]).toEqual([1, 2]);
  });

  test('that is temporary does not prevent the result', async () => {
    const { world, id, message } = await queued({ assistance: 'ai' });
    const ai = async () => {
      throw new InvestigationFailure('ai_unavailable', { isRetryable: true });
    };
    await runInvestigation(workerContext(), message, { ai });

    await runInvestigation(workerContext(addSeconds(now(), 31)), message, { ai: async () => [] });

    expect(await dataOf(world, id)).toMatchObject({ status: 'completed', errorCode: null });
  });

  test('of the service itself ends the investigation after five attempts', async () => {
    const { world, id, message } = await queued({ assistance: 'ai' });
    const ai = async () => {
      throw new TypeError('a defect');
    };

    let at = now();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(runInvestigation(workerContext(at), message, { ai })).rejects.toThrow();
      at = addSeconds(at, LEASE_SECONDS + 1);
    }
    await runInvestigation(workerContext(at), message, { ai });

    expect(await dataOf(world, id)).toMatchObject({ status: 'failed', errorCode: 'attempts_exhausted' });
  });
});

describe('investigation tick', () => {
  const tickAt = (at: Date) => enqueueLostInvestigations(workerContext(at));

  test('enqueues an investigation with a lost message after a minute, and not every time', async () => {
    const { id } = await queued();
    const start = now();

    await tickAt(addSeconds(start, 55));
    const early = await asked();
    await tickAt(addSeconds(start, 61));
    const found = await asked();
    await tickAt(addSeconds(start, 66));
    const again = await asked();
    await tickAt(addSeconds(start, 125));
    const later = await asked();

    expect(early).not.toContain(id);
    expect(found).toContain(id);
    expect(again).not.toContain(id);
    expect(later).toContain(id);
  });

  test('enqueues it through the risk tick, and the worker runs it', async () => {
    const { world, id } = await queued();

    shiftClock(61_000);
    await worked(tick, queueEvent([{}]));
    await worked(run, queueEvent(await drain('investigations')));

    expect((await dataOf(world, id)).status).toBe('completed');
  });

  test('enqueues an investigation whose worker died, when the lease has ended', async () => {
    const { world, id, message } = await queued();
    const killed = () => runInvestigation(workerContext(), message).catch(() => undefined);
    await withFaults(crashAt(2, 'before'), killed);

    await tickAt(addSeconds(now(), LEASE_SECONDS - 10));
    const early = await asked();
    const at = addSeconds(now(), LEASE_SECONDS + 1);
    await tickAt(at);
    const found = await asked();
    await runInvestigation(workerContext(at), message);

    expect(early).not.toContain(id);
    expect(found).toContain(id);
    expect((await dataOf(world, id)).status).toBe('completed');
  });

  test('enqueues once when it runs twice concurrently', async () => {
    const { id } = await queued();
    const at = addSeconds(now(), 61);

    await Promise.all([tickAt(at), tickAt(at), tickAt(at)]);

    expect((await asked()).filter((one) => one === id)).toHaveLength(1);
  });

  test('ignores finished investigations', async () => {
    const { id, message } = await queued();
    await runInvestigation(workerContext(), message);

    await tickAt(addSeconds(now(), 3_600));

    expect(await asked()).not.toContain(id);
  });

  test('is completed by a later tick if it is killed before or after any call', { tags: 'full' }, async () => {
    await queued();
    const at = addSeconds(now(), 61);
    const { calls } = await observed(() => tickAt(at));
    // One row due, so: eight shards of the index, the rows, one put off, the message. Who dies before the
    // first write has done nothing, wherever it was: one such call will do in every run.
    const firstWrite = calls.findIndex(({ command }) => /Update|Put|Write|Send/.test(command));
    expect(firstWrite).toBeGreaterThan(0);
    for (const index of [...calls.keys()].slice(scaled(firstWrite - 1, 0)))
      for (const moment of ['before', 'after'] as const) {
        const { id } = await queued();
        await withFaults(crashAt(index, moment), () => tickAt(at).catch(() => undefined));
        const first = await asked();

        await tickAt(addSeconds(at, 100_000));

        const point = `killed ${moment} call ${index} (${calls[index]?.command})`;
        expect([...first, ...(await asked())], point).toContain(id);
      }
  });

  test('reports an invalid row and enqueues the others', async () => {
    const [broken, fine] = [await queued(), await queued()];
    const update = keyIn(recordsOf(broken.message, 'investigations'), broken.id);
    await dynamoStore.writeOne({ table: 'risk', update, set: { mode: 'draft' }, when: 'present' });

    await expect(tickAt(addSeconds(now(), 61))).rejects.toThrow();

    expect(await asked()).toContain(fine.id);
  });
});
