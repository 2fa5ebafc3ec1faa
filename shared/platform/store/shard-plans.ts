import { shardPlanText } from '../environment.ts';
import { parseShardPlans, type ShardKind, type ShardPlan, type ShardPlans } from './shard-plan.ts';

let plans: ShardPlans | undefined;

/** The plans of this function. `stored-shard-plan.ts` checks that they are those of its stage. */
export function shardPlans(): ShardPlans {
  plans ??= parseShardPlans(shardPlanText());
  return plans;
}

export const shardPlanOf = (kind: ShardKind): ShardPlan => shardPlans()[kind];
