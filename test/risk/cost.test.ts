import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  ago,
  aStatement,
  aWorld,
  done,
  newPolicy,
  newSource,
  newSubject,
  riskySubject,
  type Source,
  stated,
  submit,
  tryToAssess,
  type World,
} from '#test/support/risk-world.ts';
import { afterAuthentication, roundsOf } from '#test/support/round-trips.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';

const FACTS = Array.from({ length: 100 }, (_, index) => ({ key: `t${index}`, type: 'string' }));
let world: World;
let source: Source;
let policyId: string;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  await plantSubscriptions(world, [['*']]);
  source = await newSource(world, FACTS);
  const inputs = FACTS.map(({ key, type }) => ({
    key,
    type,
    maxAgeSeconds: 86_400,
    acceptedSources: [source.identity],
  }));
  policyId = await newPolicy(world, aDefinition(source.identity, { inputs, factors: [] }));
  // What is asked once per process is asked before anything is counted.
  await riskySubject(world);
});

// However slow the machine: what is read again after a while is not what is counted here.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const about = (text: string) => ({ fact: 't0', value: text });
const LONG = 'x'.repeat(4_000);

const roundTripsOf = async (action: () => Promise<{ status: number }>) => {
  const { result, rounds } = await roundsOf(action);
  expect(result.status).toBe(201);
  return afterAuthentication(rounds);
};

test.each([
  ['the first', '', 'a'],
  ['a further', 'a', 'b'],
  ['a large', LONG, LONG],
])('%s submission of evidence takes two round trips after authentication', async (_case, first, next) => {
  const subjectId = await newSubject(world);
  if (first) await stated(source, subjectId, about(first));

  const rounds = await roundTripsOf(() => submit(source, subjectId, about(next)));

  expect(rounds).toHaveLength(2);
  expect(rounds[1]).toMatchObject([{ command: 'TransactWriteItems' }]);
});

test('cost: a batch of 100 takes as many', async () => {
  const subjectId = await newSubject(world);
  const items = FACTS.map(({ key }) => aStatement({ fact: key, value: key }));

  const { rounds } = await roundsOf(() =>
    done(source.speaks, riskRoutes.submitEvidenceBatch, {
      params: { id: subjectId },
      body: { sourceRegistrationId: source.id, items },
    }),
  );

  expect(afterAuthentication(rounds)).toHaveLength(2);
});

test.each([
  ['without evidence', [], 2],
  ['of small evidence', ['a'], 2],
  ['of large evidence', [LONG], 3],
])('an assessment %s takes at most three round trips', async (_case, values, expected) => {
  const subjectId = await newSubject(world);
  for (const value of values) await stated(source, subjectId, about(value));
  const { id: eventId } = await done(world.client, riskRoutes.reportActivity, {
    params: { id: subjectId },
    body: { activityType: 'a', category: 'other', title: 'x', occurredAt: ago(0) },
  });

  const rounds = await roundTripsOf(() => tryToAssess(world, subjectId, policyId, { body: { eventIds: [eventId] } }));

  expect(rounds).toHaveLength(expected);
});

test('cost: reading the state of an assessment takes three', async () => {
  const { assessment } = await riskySubject(world);

  const { rounds } = await roundsOf(() =>
    done(world.client, riskRoutes.readAssessmentState, { params: { id: assessment.id } }),
  );

  expect(afterAuthentication(rounds).length).toBeLessThanOrEqual(3);
});
