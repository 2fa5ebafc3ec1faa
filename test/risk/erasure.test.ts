import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openJob } from '#shared/identity/erasure.ts';
import { eraseOrganization } from '#shared/organization/erase-organization.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { AssessmentRecord } from '#shared/risk/assessment.ts';
import { createAssessment } from '#shared/risk/repository/assessments.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { holding, withFaults } from '#test/support/faults.ts';
import { createOneOfEachRecord } from '#test/support/one-of-each-risk-record.ts';
import {
  ago,
  aWorld,
  done,
  newSource,
  newSubject,
  riskySubject,
  sourceAndPolicy,
  submit,
  tryToAssess,
  type World,
} from '#test/support/risk-world.ts';
import { readRows } from '#test/support/stored-state.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

beforeAll(prepareEngine);

/** Wherever the organization is mentioned, in a key or in an attribute. */
const rowsOf = async (organizationId: string) =>
  (await readRows()).filter(({ item }) => JSON.stringify(item).includes(organizationId));

const openErasure = (organizationId: string) =>
  dynamoStore.transact([openJob({ organizationId, requestedAt: new Date().toISOString() })], randomUUID());

/** One that goes on in further rows. What it says does not compress. */
async function plantLargeAssessment(scope: Scope, { data }: AssessmentRecord) {
  const trigger = randomBytes(600_000).toString('base64');
  const large: AssessmentRecord = { id: newId(), resource: 'assessments', data: { ...data, trigger } };
  const writes = createAssessment(scope, large);
  expect(writes.length).toBeGreaterThan(createAssessment(scope, { ...large, data }).length);
  await dynamoStore.transact(writes, randomUUID());
}

test('erasure: removes all records of an organization, and none of another organization', {
  tags: 'full',
}, async () => {
  const [world, neighbour] = [await aWorld(), await aWorld()];
  const { organizationId } = world;
  const { assessment } = await createOneOfEachRecord(world);
  await createOneOfEachRecord(await aWorld('live', organizationId));
  await plantLargeAssessment(world, assessment);
  await createOneOfEachRecord(neighbour);
  const theirs = await rowsOf(neighbour.organizationId);
  const kinds = new Set((await rowsOf(organizationId)).map(({ kind }) => kind));

  await openErasure(organizationId);
  const outcome = await eraseOrganization(workerContext(), organizationId);

  expect(kinds.size).toBeGreaterThan(25);
  expect(outcome).toBe('waiting');
  expect((await rowsOf(organizationId)).map(({ item }) => item.pk)).toEqual(['erasures']);
  expect(await rowsOf(neighbour.organizationId)).toEqual(theirs);
});

type Change = () => Promise<{ status: number }>;
type Late = [string, (world: World) => Promise<Change>];

/** Prepared before the organization is deleted, made afterwards, of what each finds when it begins. */
const LATE: Late[] = [
  [
    'the first evidence of a subject',
    async (world) => {
      const [source, subjectId] = [await newSource(world), await newSubject(world)];
      return () => submit(source, subjectId);
    },
  ],
  [
    'an assessment',
    async (world) => {
      const [{ policyId }, subjectId] = [await sourceAndPolicy(world), await newSubject(world)];
      return () => tryToAssess(world, subjectId, policyId);
    },
  ],
  [
    'the first monitoring of a subject',
    async (world) => {
      const [{ policyId }, id] = [await sourceAndPolicy(world), await newSubject(world)];
      const body = { policyVersionId: policyId, enabled: true };
      return () => call(world.client, riskRoutes.configureMonitoring, { params: { id }, body });
    },
  ],
  [
    'a membership',
    async (world) => {
      const params = { id: await newContext(world) };
      const body = { subjectId: await newSubject(world) };
      return () => call(world.client, riskRoutes.addContextSubject, { params, body });
    },
  ],
  [
    'pins',
    async (world) => {
      const params = { id: await newContext(world) };
      const body = { expectedRevision: 0, policyVersionIds: [] };
      return () => call(world.owner, riskRoutes.replaceContextPolicies, { params, body });
    },
  ],
];

/** Depends on rows that the erasure removes, and is not committed at all. */
const OVERRIDE: Late = [
  'an override',
  async (world) => {
    const { assessment } = await riskySubject(world);
    const params = { id: assessment.id };
    const body = { decision: 'none', reason: 'known', expiresAt: ago(-60_000) };
    return () => call(world.owner, riskRoutes.createOverride, { params, body });
  },
];

const newContext = async ({ client }: World): Promise<string> => {
  const body = { kind: 'journey', externalId: randomUUID() };
  return (await done(client, riskRoutes.createContext, { body })).id;
};

/** Makes the change up to its commit; what it gives back lets it go on to the end. */
async function begin(change: Change): Promise<Change> {
  const held = holding(isTransaction);
  const late = withFaults(held.plan, change);
  await held.reached;
  return async () => {
    held.release();
    return (await late).result;
  };
}

/**
 * All in one organization, each on records of its own: an erasure walks every partition there may be, so one
 * for each of them would take six times as long.
 */
describe('a change that runs while its organization is erased', () => {
  const statuses = new Map<string, number>();
  const rowsWritten = new Map<string, number>();
  let left: string[];

  beforeAll(async () => {
    const world = await aWorld();
    const { organizationId } = world;
    const underWay = new Map<string, Change>();
    for (const [what, prepare] of [...LATE, OVERRIDE]) underWay.set(what, await begin(await prepare(world)));
    await openErasure(organizationId);
    await eraseOrganization(workerContext(), organizationId);

    for (const [what, finish] of underWay) {
      const before = await rowsOf(organizationId);
      statuses.set(what, (await finish()).status);
      rowsWritten.set(what, (await rowsOf(organizationId)).length - before.length);
    }
    await eraseOrganization(workerContext(), organizationId);
    left = (await rowsOf(organizationId)).map(({ item }) => item.pk);
  });

  test.each(LATE)('leaves nothing of %s', (what) => {
    expect(statuses.get(what)).toBeLessThan(300); // it was committed
    expect(rowsWritten.get(what)).toBeGreaterThan(1);
    expect(left).toEqual(['erasures']);
  });

  test('commits no override', () => {
    expect(statuses.get('an override')).toBe(404);
    expect(rowsWritten.get('an override')).toBe(0);
  });
});
