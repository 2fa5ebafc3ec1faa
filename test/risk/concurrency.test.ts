import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Evidence } from '#shared/risk/evidence.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import type { Response } from '#test/support/api.ts';
import { byChance, cancelled, isTransaction } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, type Fault, withFaults } from '#test/support/faults.ts';
import { type Random, seededRandom } from '#test/support/random.ts';
import {
  aDefinition,
  aStatement,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  everyItem,
  list,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stateOf,
  submit,
  tryToAssess,
  type World,
} from '#test/support/risk-world.ts';
import { atOnce, scaled } from '#test/support/soak.ts';

let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

interface Receipt {
  id: string;
  data: Evidence;
}
interface Made {
  id: string;
  data: { evidenceRevision: number; evidence: { id: string; value: unknown }[]; inputs: unknown[] };
}

/** Simulated transaction conflicts, in addition to real ones. */
const withConflicts = <T>(random: Random, action: () => Promise<T>) => {
  const conflict = (one: AwsCall): Fault | undefined =>
    isTransaction(one) ? { fails: 'before', error: cancelled(one, 'TransactionConflict') } : undefined;
  return withFaults({ ofCall: byChance(random, [[0.05, conflict]]) }, action);
};

/** On a busy machine many writers share one processor, which no Lambdas do. */
const remainingMs = 300_000;

/** As a client would: what lost its race too often is sent again with the same key. */
async function persistently(send: (idempotencyKey: string) => Promise<Response>) {
  const idempotencyKey = randomUUID();
  for (let retries = 0; ; retries += 1) {
    const response = await send(idempotencyKey);
    if (response.status === 201) return { response, retries };
    expect(response.status).toBe(503);
    await sleep(Math.random() * 1_000 * Number(response.headers['retry-after']));
  }
}

const inParallel = <T>(count: number, action: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));

const everyReceipt = async (subjectId: string): Promise<Receipt[]> =>
  (await everyItem((offset) => list(world, 'evidence', { subjectId, offset }))).items;

test('concurrency: many writers on one fact leave consecutive revisions and one unbroken chain', {
  tags: 'full',
}, async () => {
  const random = seededRandom();
  const [source, subjectId] = [await newSource(world), await newSubject(world)];
  const [writers, rounds] = [scaled(8, 32), scaled(5, 100)];
  let retried = 0;

  await withConflicts(random, () =>
    inParallel(writers, async (writer) => {
      for (let round = 0; round < rounds; round += 1) {
        const body = { sourceRegistrationId: source.id, ...aStatement({ value: writer }) };
        const { response, retries } = await persistently((idempotencyKey) =>
          submit(source, subjectId, {}, { body, idempotencyKey, remainingMs }),
        );
        expect(response.body.data.value).toBe(writer);
        retried += retries;
      }
    }),
  );

  const chain = (await everyReceipt(subjectId)).sort(
    (one, other) => one.data.evidenceRevision - other.data.evidenceRevision,
  );
  const policy = await newPolicy(world, aDefinition(source.identity));
  const { data } = await assessed(world, subjectId, policy);

  if (retried > 0) console.info(`${retried} of ${writers * rounds} were asked to come again.`);
  expect(chain.map((one) => one.data.evidenceRevision)).toEqual(
    Array.from({ length: writers * rounds }, (_, index) => index + 1),
  );
  expect(chain.map((one) => one.data.supersedesId)).toEqual([null, ...chain.slice(0, -1).map(({ id }) => id)]);
  expect(data).toMatchObject({
    evidenceRevision: writers * rounds,
    evidence: [{ id: chain.at(-1)?.id }],
  });
  const received = chain.map((one) => one.data.receivedAt);
  expect(received).toEqual(received.toSorted());
});

/** What stood after a number of receipts: the last of each fact and source. */
function stoodAt(receipts: Receipt[], evidenceRevision: number): string[] {
  const standing = new Map<string, Receipt>();
  for (const receipt of receipts.toSorted((a, b) => a.data.evidenceRevision - b.data.evidenceRevision))
    if (receipt.data.evidenceRevision <= evidenceRevision)
      standing.set(`${receipt.data.source} ${receipt.data.fact}`, receipt);
  return [...standing.values()].map(({ id }) => id).sort();
}

test('concurrency: an assessment sees a consistent state, and only the newest is current', {
  tags: 'full',
}, async () => {
  const random = seededRandom();
  const [subjectId, ...sources] = [await newSubject(world), ...(await inParallel(2, () => newSource(world)))];
  const acceptedSources = (sources as Source[]).map(({ identity }) => identity);
  const inputs = [{ key: EMAIL_AGE, type: 'number', maxAgeSeconds: 86_400, acceptedSources }];
  const policies = await inParallel(2, () => newPolicy(world, aDefinition('', { inputs })));
  const made: Made[] = [];
  let committed = 0;
  let staleButCurrent = 0;

  const write = async (writer: number) => {
    const source = sources[writer % sources.length] as Source;
    for (let round = 0; round < scaled(6, 200); round += 1) {
      const observedAt = new Date().toISOString();
      const body = { sourceRegistrationId: source.id, ...aStatement({ value: round, observedAt }) };
      const { response } = await persistently((idempotencyKey) =>
        submit(source, subjectId, {}, { body, idempotencyKey, remainingMs }),
      );
      committed = Math.max(committed, response.body.data.evidenceRevision);
    }
  };
  const assess = async (assessor: number) => {
    const policy = policies[assessor % policies.length] ?? '';
    for (let round = 0; round < scaled(5, 100); round += 1) {
      const { response } = await persistently((idempotencyKey) =>
        tryToAssess(world, subjectId, policy, { idempotencyKey, remainingMs }),
      );
      made.push(response.body);
      const before = committed;
      const { current } = await stateOf(world, response.body.id);
      if (current && response.body.data.evidenceRevision < before) staleButCurrent += 1;
    }
  };
  await withConflicts(random, () => Promise.all([inParallel(6, write), inParallel(4, assess)]));

  const receipts = await everyReceipt(subjectId);
  const stillCurrent = new Set<string>();
  await atOnce(made, async ({ id }) => {
    if ((await stateOf(world, id)).current) stillCurrent.add(id);
  });

  expect(staleButCurrent).toBe(0);
  for (const { data } of made) {
    expect(data.evidence.map(({ id }) => id).sort()).toEqual(stoodAt(receipts, data.evidenceRevision));
    // Evidence that was received has been observed, however long the assessment waited for its turn.
    expect(JSON.stringify(data.inputs)).not.toContain('not_yet_observed');
  }
  for (const { id, data } of made) if (stillCurrent.has(id)) expect(data.evidenceRevision).toBe(receipts.length);
  for (const policy of policies) {
    const own = made.filter(({ data }) => 'policyVersionId' in data && data.policyVersionId === policy);
    const sequences = own.map(({ data }) => ('sequence' in data ? Number(data.sequence) : 0));
    expect(sequences.sort((a, b) => a - b)).toEqual(own.map((_, index) => index + 1));
  }
});

test('concurrency: the requests of 16 writers on one subject are answered without a 5xx', {
  tags: 'full',
}, async () => {
  const [subjectId, source] = [await newSubject(world), await newSource(world)];
  const policy = await newPolicy(world, aDefinition(source.identity));
  await submit(source, subjectId);

  const [writers, rounds] = [16, scaled(4, 12)];
  const statuses = await inParallel(writers, async (writer) => {
    const answered: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { status } =
        writer % 2 === 0
          ? await submit(source, subjectId, { value: writer }, { remainingMs })
          : await tryToAssess(world, subjectId, policy, { remainingMs });
      answered.push(status);
    }
    return answered;
  });

  expect(statuses.flat()).toEqual(Array.from({ length: writers * rounds }, () => 201));
});

test('concurrency: no reader sees a part of a batch', async () => {
  const facts = Array.from({ length: 100 }, (_, index) => ({ key: `f${index}`, type: 'number' }));
  const [source, subjectId] = [await newSource(world, facts), await newSubject(world)];
  const inputs = facts.map(({ key }) => ({
    key,
    type: 'number',
    maxAgeSeconds: 86_400,
    acceptedSources: [source.identity],
  }));
  const policy = await newPolicy(world, aDefinition(source.identity, { inputs, factors: [] }));
  const counts = new Set<number>();
  let isOver = false;

  const write = async () => {
    for (let round = 0; round < scaled(8, 500); round += 1)
      await done(source.speaks, riskRoutes.submitEvidenceBatch, {
        params: { id: subjectId },
        body: {
          sourceRegistrationId: source.id,
          items: facts.map(({ key }) => aStatement({ fact: key, value: round })),
        },
      });
    isOver = true;
  };
  const readList = async () => {
    while (!isOver) counts.add((await list(world, 'evidence', { subjectId })).body.items.length);
  };
  const values: number[] = [];
  const assess = async () => {
    while (!isOver) {
      const { status, body } = await tryToAssess(world, subjectId, policy, { remainingMs });
      if (status !== 201) continue;
      values.push(new Set(body.data.evidence.map(({ value }: { value: number }) => value)).size);
      counts.add(body.data.evidence.length);
    }
  };
  await Promise.all([write(), readList(), assess()]);

  expect([...counts].filter((count) => count !== 0 && count !== 100)).toEqual([]);
  expect(values.filter((distinct) => distinct > 1)).toEqual([]);
  expect(values.length).toBeGreaterThan(0);
});
