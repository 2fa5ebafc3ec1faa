import { optionalSetting } from '../environment.ts';
import { parseShardPlans, type ShardKind, type ShardPlan, type ShardPlans } from './shard-plan.ts';

let plans: ShardPlans | undefined;

/** The plan of this installation. */
export function shardPlanOf(kind: ShardKind): ShardPlan {
  plans ??= parseShardPlans(optionalSetting('SHARD_PLAN') ?? '');
  return plans[kind];
}
