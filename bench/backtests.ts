import { continueJob } from '#shared/jobs/index.ts';
import { now } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import {
  aDefinition,
  ago,
  assessed,
  aWorld,
  done,
  newPolicy,
  newSource,
  newSubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { report, timeOf, withEngines } from './support/engines.ts';
import { PRICES, usesOf } from './support/priced-uses.ts';
import { sized } from './support/size.ts';

/**
 * A backtest beside the assessments that it repeats: how long the worker takes for each, and what it reads. Units are counted
 * with fewer cases, because counting slows down the rest.
 */
const SUBJECTS = sized(2_000, 3);
const PER_SUBJECT = sized(5, 2);
const COUNTED = sized(100, 2);
const LAMBDA_MS = 290_000;
const A_DAY_MS = 24 * 60 * 60 * 1_000;

await withEngines(async () => {
  process.env.RATE_LIMITS = 'off';
  const world = await aWorld();
  const source = await newSource(world);
  const key = aPolicyKey();
  const definition = aDefinition(source.identity);
  const version = await newPolicy(world, definition, key);
  const cases = SUBJECTS * PER_SUBJECT;
  const assessing = await timeOf(async () => {
    for (let subject = 0; subject < SUBJECTS; subject += 1) {
      const subjectId = await newSubject(world);
      for (let one = 0; one < PER_SUBJECT; one += 1) {
        await stated(source, subjectId, { value: (subject + one) % 300 });
        await assessed(world, subjectId, version);
      }
    }
  });

  const uses = await usesOf(() => backtested(world, version, key, COUNTED));
  report({ name: 'a case of a backtest', value: uses.readUnits / COUNTED, unit: 'read units' });
  report({ name: 'a case of a backtest', value: uses.writeUnits / COUNTED, unit: 'write units' });
  const milliseconds = await timeOf(() => backtested(world, version, key, cases));
  report({ name: `a backtest of ${cases} assessments`, value: milliseconds / 1000, unit: 's' });
  report({
    name: 'assessments with their evidence, for each second of it',
    value: assessing / milliseconds,
    unit: 's',
  });
  const dollars = ((uses.readUnits * PRICES.readUnit + uses.writeUnits * PRICES.writeUnit) / COUNTED) * 1_000_000;
  report({ name: 'reading and counting a million cases', value: dollars, unit: '$' });
});

async function backtested(world: World, policyVersionId: string, policyKey: string, limit: number): Promise<void> {
  const against = { policyKey, since: ago(A_DAY_MS) };
  const { id } = await done(world.client, riskRoutes.createBacktest, { body: { policyVersionId, against, limit } });
  const message = { organizationId: world.organizationId, mode: world.mode, jobId: id as string };
  await continueJob({ ...workerContext(), clock: now, remainingMs: () => LAMBDA_MS }, message);
  const job = await done(world.client, riskRoutes.readBacktest, { params: { id } });
  if (job.status !== 'completed' || job.done !== limit || job.changedCases !== 0)
    throw new Error(`The backtest is ${job.status} after ${job.done} cases, of which ${job.changedCases} changed.`);
}
