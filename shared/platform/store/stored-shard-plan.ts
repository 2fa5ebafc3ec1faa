import { unavailable } from '@assay/foundation';
import * as z from 'zod';
import { hasTable } from '../environment.ts';
import { logDefect, logShardPlan, measure, measureFailure } from '../log.ts';
import { compareShardPlans, type StoredPlans } from './compare-shard-plans.ts';
import { dynamoStore } from './dynamo-store.ts';
import { SHARD_PLAN_ROW } from './shard-plan.ts';
import { shardPlans } from './shard-plans.ts';
import { type Item, StoreUnavailable } from './store.ts';

const KEY = { pk: SHARD_PLAN_ROW, sk: 'current' };

const Step = z.object({ fromMs: z.number(), shards: z.int(), storedMs: z.number() });
const Row = z.object({ kinds: z.record(z.string(), z.array(Step)), revision: z.int() });

/** With `CLOCK_STEP_MS` shorter than `STEP_LEAD_MS`, so that every process knows of a step before it begins. */
const MAX_AGE_MS = 10 * 60_000;
/** Clocks are set back by this much and less while a process runs; a comparison stays known, as it is hardly older. */
const CLOCK_STEP_MS = 5 * 60_000;
/** An operator may have repaired the stored plan. */
const REFUSAL_MAX_AGE_MS = 60_000;
/** Functions that start at the same time may store the plan, or a step of it, first. */
const ATTEMPTS = 5;

interface Verdict {
  isRefused: boolean;
  readMs: number;
  /** It is compared again from then on. */
  untilMs: number;
}

let verdict: Verdict | undefined;
let comparing: Promise<Verdict> | undefined;

/** The setting is not that of the stored rows. The message is not logged. */
class ShardPlanDiffers extends Error {
  override name = 'ShardPlanDiffers';
}

/**
 * Throws a 503 if this function has another shard plan than the one that the rows of its stage were written
 * with, as after a deployment without `-c shardPlan`: it would not find them and create them twice. The first
 * function of a stage stores its plan, and one with a further step adds the step.
 *
 * Costs one read when a process starts and every ten minutes. A function without tables has no plan.
 */
export async function assertShardPlan(): Promise<void> {
  if (!hasTable('identity')) return;
  const { isRefused } = isCurrent(verdict) ? verdict : await compareOnce();
  if (isRefused) {
    // Every refused request, not every comparison: a release is judged by the share of its requests that fail.
    measureFailure();
    throw unavailable(
      'The service was deployed with a shard plan that does not match its data, and refuses to use it. ' +
        'An operator has to deploy it with the plan of its data.',
      60,
    );
  }
}

function isCurrent(known: Verdict | undefined): known is Verdict {
  const nowMs = Date.now();
  return known !== undefined && known.readMs - CLOCK_STEP_MS <= nowMs && nowMs < known.untilMs;
}

function compareOnce(): Promise<Verdict> {
  comparing ??= compare().finally(() => {
    comparing = undefined;
  });
  return comparing;
}

async function compare(): Promise<Verdict> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const readMs = Date.now(); // as record ids, which select the step
    const row = await dynamoStore.get('identity', KEY);
    const { kinds, revision } = row ? Row.parse(row) : { kinds: {}, revision: 0 };
    const compared = compareShardPlans(kinds, shardPlans(), readMs);
    if ('differences' in compared) {
      report(compared.differences);
      logDefect('assertShardPlan', 'none', new ShardPlanDiffers());
      verdict = { isRefused: true, readMs, untilMs: readMs + REFUSAL_MAX_AGE_MS };
      return verdict;
    }
    if (compared.grown && !(await store(compared.grown, row, revision))) continue;
    if (compared.missing.length > 0) report(compared.missing);
    const untilMs = Math.min(compared.untilMs, readMs + MAX_AGE_MS);
    verdict = { isRefused: false, readMs, untilMs };
    return verdict;
  }
  throw new StoreUnavailable('The stored shard plan changed faster than it could be compared.');
}

function report(differences: readonly string[]): void {
  logShardPlan(differences);
  measure('ShardPlanDiffers', 1);
}

/** False if another function has stored a plan since; it is read again. */
const store = (kinds: StoredPlans, row: Item | undefined, revision: number) =>
  dynamoStore.writeOne({
    table: 'identity',
    put: { ...KEY, kinds, revision: revision + 1 },
    when: row ? { revision } : 'absent',
  });
