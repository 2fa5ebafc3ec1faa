import { riskRoutes } from '#shared/risk/routes.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  newPolicy,
  newSource,
  newSubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { type Cost, costOf, median, report, timeOf, withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * An assessment with and without a shadow version of the same size, in turns, so that both meet the same machine: the time
 * of the request, and its round trips and capacity.
 */
const ROUNDS = sized(400, 5);
const RULES = sized(50, 5);

await withEngines(async () => {
  process.env.RATE_LIMITS = 'off';
  const world = await aWorld();
  const source = await newSource(world);
  const definition = aDefinition(source.identity, { rules: rulesOf(source.identity) });
  const plain = await newPolicy(world, definition);
  const shadowed = await withShadow(world, definition);
  const subjectId = await newSubject(world);
  await stated(source, subjectId);
  const assess = (id: string) => assessed(world, subjectId, id);
  // What a process reads and compiles once.
  for (const id of [plain, shadowed]) for (let warm = 0; warm < 3; warm += 1) await assess(id);

  const costs: Record<'without' | 'with', Cost> = {
    without: await costOf(() => assess(plain)),
    with: await costOf(() => assess(shadowed)),
  };
  const times: Record<'without' | 'with', number[]> = { without: [], with: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const is of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const))
      times[is].push(await timeOf(() => assess(is === 'with' ? shadowed : plain)));

  const against = 'without a shadow';
  const name = 'an assessment with a shadow';
  const compared = (unit: string, value: number, base: number) =>
    report({ name, value, unit, against, ratio: base === 0 ? 1 : value / base });
  compared('ms', median(times.with), median(times.without));
  compared('round trips', costs.with.roundTrips, costs.without.roundTrips);
  compared('calls', costs.with.calls, costs.without.calls);
  compared('read units', costs.with.readUnits, costs.without.readUnits);
  compared('write units', costs.with.writeUnits, costs.without.writeUnits);
});

function rulesOf(identity: string) {
  const input = aDefinition(identity).inputs[0]?.key;
  return Array.from({ length: RULES }, (_, index) => ({
    key: `rule_${index}`,
    reason: 'Old.',
    all: [{ input, operator: 'gt', value: 1_000 + index }],
    effect: { decision: 'review', actions: [] },
  }));
}

async function withShadow(world: World, definition: ReturnType<typeof aDefinition>): Promise<string> {
  const key = aPolicyKey();
  const inForce = await newPolicy(world, definition, key);
  const { id } = await done(world.owner, riskRoutes.createPolicy, {
    body: { key, definition: { ...definition, ceiling: 99 } },
  });
  await done(world.owner, riskRoutes.configureShadow, { params: { id }, body: { enabled: true } });
  return inForce;
}
