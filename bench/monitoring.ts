import { addSeconds } from '#shared/platform/clock.ts';
import { tickRisk } from '#shared/risk/use-cases/tick-risk.ts';
import { plantWatched } from '#test/support/monitored-subjects.ts';
import { aDefinition, aWorld, newPolicy, newSource, type World } from '#test/support/risk-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { type Cost, costOf, report, withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * What a tick costs when nothing is due and when more is due than it takes, beside a thousand, ten
 * thousand and a hundred thousand subscriptions.
 *
 *     node bench/monitoring.ts [subscriptions ...]
 */
const SIZES = process.argv.slice(2).map(Number);
if (SIZES.length === 0) SIZES.push(...sized([1_000, 10_000, 100_000], [20, 40]));

const now = new Date();
const tomorrow = addSeconds(now, 86_400);
const measured: { size: number; idle: Cost; busy: Cost }[] = [];

await withEngines(async () => {
  const world = await aWorld();
  const policyId = await newPolicy(world, aDefinition((await newSource(world)).identity));
  // A first check of everything that is asked once per process.
  await plantWatched(world, policyId, [now]);
  await tickRisk(workerContext(now));

  let planted = 0;
  for (const size of SIZES) {
    await plantDue(world, policyId, size - planted);
    planted = size;
    const idle = await costOf(() => tickRisk(workerContext(now)));
    const busy = await costOf(() => tickRisk(workerContext(tomorrow)));
    measured.push({ size, idle, busy });
  }
});

/** All of them due tomorrow, a millisecond apart. */
async function plantDue(world: World, policyId: string, count: number): Promise<void> {
  const due = Array.from({ length: count }, (_, index) => addSeconds(tomorrow, -3_600 - index / 1_000));
  await plantWatched(world, policyId, due);
}

const FIGURES = {
  roundTrips: 'round trips',
  calls: 'calls',
  readUnits: 'read units',
  writeUnits: 'write units',
} as const;

for (const [kind, what] of [
  ['idle', 'a tick that finds nothing due'],
  ['busy', 'a tick that checks ten'],
] as const)
  for (const [figure, unit] of Object.entries(FIGURES) as [keyof Cost, string][])
    for (const { size, ...costs } of measured) {
      const first = measured[0]?.[kind][figure] ?? 0;
      const value = costs[kind][figure];
      report({
        name: `${what}, among ${size}`,
        value,
        unit,
        against: `among ${measured[0]?.size}`,
        ratio: first === 0 ? 1 : value / first,
      });
    }
