import { TIES } from '#shared/platform/ids.ts';
import { type ShardKind, shardsUpTo } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { capacityOperations, observeOperation } from '#test/support/capacity-operations.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import {
  type Heat,
  heatOf,
  isOfOrganization,
  totalsOf,
  WRITES_PER_KEY,
  WRITES_PER_TABLE,
} from '#test/support/partition-heat.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { aWorld, done, newSubject } from '#test/support/risk-world.ts';
import { deliverAll, dispatchAll } from '#test/support/webhook-workers.ts';
import { report, withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * How hot partition keys become at the rates that an installation is built for, and which limit is reached
 * first beyond them. Real operations are carried out a few times, each with the dispatch and the delivery of its
 * events, and the units of every key are multiplied. `SHARD_PLAN=…` models another plan than the default.
 */
const RATES = { commits: 10_000, deliveries: 1_000, perKey: 1_000, processes: 1_000 };
const TIMES = sized(8, 2);
const ROWS_SHOWN = 6;

const shardsOf = (kind: ShardKind) => shardsUpTo(shardPlanOf(kind));

process.env.RATE_LIMITS = 'off';
await withEngines(async () => {
  const receiver = await startReceiver();
  try {
    const { ids, operations } = await capacityOperations(receiver.url);
    for (const [name, prepare] of Object.entries(operations)) {
      const observed = await observeOperation(prepare, TIMES);
      for (const what of ['writes', 'reads'] as const) {
        const heats = heatOf(observed, what, { rates: RATES, ids, shardsOf });
        print(`${name}: ${what}`, heats);
        const first = heats.find(({ key }) => isOfOrganization(key));
        if (first)
          report({
            name: `${name}: operations of one organization until ${what} of ${first.key} are too many`,
            value: Math.floor(first.ceiling),
            unit: 'a second',
            against: `${RATES.commits} a second`,
            ratio: first.ceiling / RATES.commits,
          });
      }
      for (const [table, each] of totalsOf(observed))
        report({
          name: `${name}: operations of the installation that the default quota of ${table} allows`,
          value: Math.floor(WRITES_PER_TABLE / each),
          unit: `a second, of ${each} write units`,
        });
    }
    await listCosts(receiver.url);
  } finally {
    await receiver.stop();
  }
});
for (const perSecond of [1_000, 10_000, 30_000])
  report({
    name: `commits at ${perSecond} a second whose place in the order another has taken, so that they run again`,
    value: 100 * shareOfCollisions(perSecond),
    unit: '%',
  });

/** The cost of lists for an organization with few records. */
async function listCosts(url: string): Promise<void> {
  const world = await aWorld();
  const body = { url, events: ['*'], mode: 'test' };
  const { id } = await done(world.client, webhookRoutes.createWebhook, { body });
  await newSubject(world);
  await dispatchAll();
  await deliverAll();
  const listOf = (resource: string) => () => done(world.client, riskRoutes.listRecords, { params: { resource } });
  const lists: Record<string, () => Promise<unknown>> = {
    subjects: listOf('subjects'),
    'history events': listOf('events'),
    policies: listOf('policies'),
    'the action queue': () => done(world.client, riskRoutes.listActionQueue),
    deliveries: () => done(world.client, webhookRoutes.listDeliveries, { params: { id } }),
  };
  for (const [name, list] of Object.entries(lists)) {
    const units = await unitsOf(list);
    const queries = units.filter(({ sk, reads }) => sk === undefined && reads > 0);
    report({
      name: `a list of ${name} in a small organization`,
      value: queries.reduce((sum, { reads }) => sum + reads, 0),
      unit: `read units, in ${queries.length} queries side by side`,
    });
  }
}

/** Processes choose a tie within a millisecond at random; the first commit keeps the place. */
function shareOfCollisions(perSecond: number): number {
  const perMs = perSecond / 1_000;
  // The mean over commits that arrive at random: those before it in its millisecond are Poisson distributed.
  return 1 - (1 - Math.exp(-perMs / TIES)) / (perMs / TIES);
}

function print(title: string, heats: readonly Heat[]): void {
  console.log(`\n${title}`);
  console.log(columns('units each', 'keys', 'units/s and key', 'ceiling/s', 'key'));
  for (const { key, unitsEach, keys, perSecond, ceiling } of heats.slice(0, ROWS_SHOWN))
    console.log(
      columns(
        unitsEach.toFixed(2),
        String(keys),
        perSecond.toFixed(0) + (perSecond > WRITES_PER_KEY && title.endsWith('writes') ? ' !' : ''),
        ceiling.toFixed(0),
        key,
      ),
    );
}

function columns(...texts: string[]): string {
  const last = texts.length - 1;
  return texts.map((text, index) => (index === last ? text : text.padStart(15))).join('  ');
}
