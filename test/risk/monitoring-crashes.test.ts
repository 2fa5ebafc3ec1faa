/** @module-tag full */

import { beforeEach, describe, expect, test } from 'vitest';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { listMonitored } from '#shared/risk/repository/monitoring.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, crashAt, crashWhen, observed, withFaults } from '#test/support/faults.ts';
import {
  assessmentsOf,
  knownSubject,
  refreshFromStream,
  shownByStream,
  subscriptionOf,
  tick,
  tickUntilDone,
  watch,
  watchedSubject,
} from '#test/support/monitored-subjects.ts';
import {
  aDefinition,
  aWorld,
  newPolicy,
  stated,
  stateOf,
  submit,
  tryToAssess,
  type World,
} from '#test/support/risk-world.ts';
import { isFull, isSoaking } from '#test/support/soak.ts';

/** Workers that die, stand still or come in numbers: nothing is lost, and nothing is done twice. */
const LEASE_SECONDS = 60;
let world: World;

beforeEach(async () => {
  await prepareEngine();
  world = await aWorld();
});

const fresh = (value: number) => ({ value, observedAt: now().toISOString() });

/** The evidence that each policy has assessed, in the order in which it has. */
async function revisionsOf(subjectId: string): Promise<number[][]> {
  const all = await assessmentsOf(world, subjectId);
  const byPolicy = Map.groupBy(all, ({ data }) => data.policyVersionId as string);
  return [...byPolicy.values()].map((made) => made.map(({ data }) => data.evidenceRevision));
}

async function expectAtRest(subjectId: string): Promise<void> {
  expect(await shownByStream()).toEqual([]);
  for (const { lease, lastError, dueAt, nextCheckAt } of await listMonitored(dynamoStore, world, subjectId))
    expect({ lease, lastError, dueAt }).toEqual({
      lease: null,
      lastError: null,
      dueAt: nextCheckAt,
    });
}

const isWrite = ({ command }: AwsCall) => /Write|Put|Update|Delete/.test(command);

/**
 * Who dies between two writes leaves what the first of them left: every run has one point before the first write,
 * and one after each. The full run also has the points before them, the soak those of the reads.
 */
const pointsOf = (calls: AwsCall[]) => {
  const firstWrite = calls.findIndex(isWrite);
  return calls
    .flatMap((call, index) => (['before', 'after'] as const).map((moment) => ({ call, index, moment })))
    .filter(({ call }) => isSoaking || isWrite(call))
    .filter(({ index, moment }) => isFull || moment === 'after' || index === firstWrite);
};

describe('monitoring: a worker that is killed at any point loses and duplicates nothing', () => {
  test('while it processes due policies', async () => {
    const begin = async () => {
      const { subjectId, policyId } = await knownSubject(world);
      await watch(world, subjectId, policyId);
      return subjectId;
    };
    await begin();
    const { calls } = await observed(() => tick());
    expect(calls.filter(isWrite)).toHaveLength(2); // the lease, and all that comes of it

    for (const { index, moment } of pointsOf(calls)) {
      const subjectId = await begin();
      const at = now();
      await withFaults(crashAt(index, moment), () => tick(at)).catch(() => undefined);

      await tick(addSeconds(at, LEASE_SECONDS - 1));
      await tickUntilDone(addSeconds(at, LEASE_SECONDS + 1));

      expect(await revisionsOf(subjectId), `killed ${moment} call ${index}`).toEqual([[1]]);
      await expectAtRest(subjectId);
    }
  });

  test('while it processes new evidence from the stream', { tags: 'full' }, async () => {
    const begin = async () => {
      const { subjectId, source } = await watchedSubject(world);
      await watch(world, subjectId, await newPolicy(world, aDefinition(source.identity)));
      await tickUntilDone();
      await stated(source, subjectId, fresh(90));
      return subjectId;
    };
    const sample = await begin();
    const { calls } = await observed(() => refreshFromStream());
    expect(calls.filter(isWrite)).toHaveLength(5); // to tell of it, and for each policy two
    expect(await revisionsOf(sample)).toEqual([
      [1, 2],
      [1, 2],
    ]);

    for (const { index, moment } of pointsOf(calls)) {
      const subjectId = await begin();
      const at = now();
      await withFaults(crashAt(index, moment), () => refreshFromStream(at)).catch(() => undefined);

      await refreshFromStream(addSeconds(at, 1)); // the stream shows it again
      await tickUntilDone(addSeconds(at, LEASE_SECONDS + 1));

      const point = `killed ${moment} call ${index}`;
      expect(await revisionsOf(subjectId), point).toEqual([
        [1, 2],
        [1, 2],
      ]);
      await expectAtRest(subjectId);
    }
  });
});

/** Starts an action and holds it before the call that is the one, until it is let go. */
function heldBefore(isTheOne: (call: AwsCall) => boolean, action: () => Promise<unknown>) {
  const release = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let isHeld = false;
  const ofCall = (call: AwsCall) => {
    if (isHeld || !isTheOne(call)) return undefined;
    isHeld = true;
    reached.resolve();
    return { waitsFor: () => release.promise };
  };
  const finished = withFaults({ ofCall }, action);
  return {
    reached: reached.promise,
    letGo: async () => {
      release.resolve();
      await finished;
    },
  };
}

const settles = (call: AwsCall) => isTransaction(call) && JSON.stringify(call.input).includes(':set_nextCheckAt');

describe('monitoring: evidence that arrives during a check', () => {
  test('is what the final assessment uses', async () => {
    const { subjectId, policyId, source } = await knownSubject(world);
    await watch(world, subjectId, policyId);
    const worker = heldBefore(settles, () => tick());
    await worker.reached;

    await stated(source, subjectId, fresh(90));
    await refreshFromStream();
    await worker.letGo();

    expect(await revisionsOf(subjectId)).toEqual([[2]]);
    await tickUntilDone();
    await expectAtRest(subjectId);
  });

  test('is not lost if the check has found no change so far', async () => {
    const { subjectId, policyId, source } = await watchedSubject(world);
    await watch(world, subjectId, policyId); // due now
    const worker = heldBefore(settles, () => tick());
    await worker.reached;

    await stated(source, subjectId, fresh(90));
    await refreshFromStream();
    expect(await shownByStream()).toEqual([]); // no other worker reports it
    await worker.letGo();

    expect(await revisionsOf(subjectId)).toEqual([[1, 2]]);
    await expectAtRest(subjectId);
  });

  test('is not lost if the worker has died', async () => {
    const { subjectId, policyId, source } = await watchedSubject(world);
    await watch(world, subjectId, policyId);
    const at = now();
    await withFaults(crashWhen(settles, 'before'), () => tick(at)).catch(() => undefined);
    await stated(source, subjectId, fresh(90));
    await refreshFromStream(at);
    expect(await revisionsOf(subjectId)).toEqual([[1]]);

    await tickUntilDone(addSeconds(at, LEASE_SECONDS + 1));

    expect(await revisionsOf(subjectId)).toEqual([[1, 2]]);
    await expectAtRest(subjectId);
  });

  test('is not lost if the lease has expired', async () => {
    const { subjectId, policyId, source } = await watchedSubject(world);
    await watch(world, subjectId, policyId);
    const at = now();
    const worker = heldBefore(settles, () => tick(at));
    await worker.reached;

    await stated(source, subjectId, fresh(90));
    await refreshFromStream(addSeconds(at, LEASE_SECONDS + 1));
    await worker.letGo();

    expect(await revisionsOf(subjectId)).toEqual([[1, 2]]);
    await expectAtRest(subjectId);
  });
});

describe('monitoring: a slow worker that makes policies due', () => {
  test('includes evidence that arrived meanwhile', async () => {
    const { subjectId, policyId, source } = await watchedSubject(world);
    await stated(source, subjectId, fresh(90));
    await watch(world, subjectId, policyId); // due already, so it need not be woken
    const teller = heldBefore(isTransaction, () => refreshFromStream());
    await teller.reached;

    await tick();
    expect(await revisionsOf(subjectId)).toEqual([[1, 2]]);
    await stated(source, subjectId, fresh(91));
    await teller.letGo();
    await tickUntilDone();

    expect(await revisionsOf(subjectId)).toEqual([[1, 2, 3]]);
    await expectAtRest(subjectId);
  });

  test('changes nothing if another worker has done it', async () => {
    const { subjectId, source } = await watchedSubject(world);
    await stated(source, subjectId, fresh(90));
    const teller = heldBefore(isTransaction, () => refreshFromStream());
    await teller.reached;

    await refreshFromStream();
    const [told] = await listMonitored(dynamoStore, world, subjectId);
    await teller.letGo();

    expect(await listMonitored(dynamoStore, world, subjectId)).toEqual([told]);
    await expectAtRest(subjectId);
  });
});

test('monitoring: a policy that is paused before it is leased is not checked', async () => {
  const { subjectId, policyId } = await knownSubject(world);
  await watch(world, subjectId, policyId);
  const worker = heldBefore(isTransaction, () => tick());
  await worker.reached;

  await watch(world, subjectId, policyId, false);
  const [paused] = await listMonitored(dynamoStore, world, subjectId);
  await worker.letGo();

  expect(await listMonitored(dynamoStore, world, subjectId)).toEqual([paused]);
  expect(await revisionsOf(subjectId)).toEqual([]);
});

test('monitoring: a worker that stalls beyond its lease changes nothing', async () => {
  const { subjectId, policyId } = await knownSubject(world);
  await watch(world, subjectId, policyId);
  const at = now();
  const worker = heldBefore(settles, () => tick(at));
  await worker.reached;

  await tick(addSeconds(at, LEASE_SECONDS - 1));
  expect(await revisionsOf(subjectId)).toEqual([]);
  await tick(addSeconds(at, LEASE_SECONDS));
  const after = await subscriptionOf(world, subjectId);
  await worker.letGo();

  expect(await revisionsOf(subjectId)).toEqual([[1]]);
  expect(await subscriptionOf(world, subjectId)).toEqual(after);
});

test('monitoring: a policy that is paused during its check creates no assessment', async () => {
  const { subjectId, policyId } = await knownSubject(world);
  await watch(world, subjectId, policyId);
  const worker = heldBefore(settles, () => tick());
  await worker.reached;

  await watch(world, subjectId, policyId, false);
  await worker.letGo();

  expect(await revisionsOf(subjectId)).toEqual([]);
  const { enabled, nextCheckAt, lastError } = await subscriptionOf(world, subjectId);
  expect({ enabled, nextCheckAt, lastError }).toEqual({
    enabled: false,
    nextCheckAt: null,
    lastError: null,
  });
});

test('monitoring: of many concurrent workers, one creates each assessment', async () => {
  const subjects = await Promise.all(Array.from({ length: 6 }, () => watchedSubject(world)));
  for (const { source, subjectId } of subjects) await stated(source, subjectId, fresh(90));

  await Promise.all(Array.from({ length: 6 }, (_, worker) => (worker % 2 === 0 ? tick() : refreshFromStream())));
  await tickUntilDone();

  for (const { subjectId } of subjects) {
    expect(await revisionsOf(subjectId)).toEqual([[1, 2]]);
    await expectAtRest(subjectId);
  }
});

test('monitoring: with concurrent writers and workers, the last evidence is assessed and none twice', {
  tags: 'full',
}, async () => {
  const subjects = await Promise.all(Array.from({ length: 3 }, () => watchedSubject(world)));
  let isOver = false;
  const write = async ({ source, subjectId, policyId }: (typeof subjects)[number]) => {
    for (let round = 0; round < 8; round += 1) {
      await submit(source, subjectId, fresh(round));
      if (round % 4 === 0) await tryToAssess(world, subjectId, policyId);
    }
  };
  const work = async (one: () => Promise<unknown>) => {
    while (!isOver) await one();
  };
  const workers = [tick, tick, refreshFromStream, refreshFromStream].map((one) => work(one));

  await Promise.all(subjects.map(write));
  isOver = true;
  await Promise.all(workers);
  await tickUntilDone();

  for (const { subjectId } of subjects) {
    const all = await assessmentsOf(world, subjectId);
    const monitored = all.filter(({ data }) => data.trigger === 'monitoring').map(({ data }) => data.evidenceRevision);
    expect(new Set(monitored).size).toBe(monitored.length);
    expect(await stateOf(world, all.at(-1)?.id)).toMatchObject({ current: true });
    await expectAtRest(subjectId);
  }
});
