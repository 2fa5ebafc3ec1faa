import { withoutAction } from '#infra/local/aws/grants.ts';
import type { Blueprint } from '#infra/local/template/blueprint.ts';

/** A permission of one function, named as in its policy. */
export interface TakenGrant {
  function: string;
  action: string;
}

/**
 * The blueprint with one permission less. There must be such a permission: else nothing is proved.
 */
export function withoutGrant(taken: TakenGrant | undefined, blueprint: Blueprint): Blueprint {
  if (!taken) return blueprint;
  const functions = blueprint.functions.map((fn) =>
    fn.name === taken.function
      ? { ...fn, policies: fn.policies.map((policy) => withoutAction(policy, taken.action)) }
      : fn,
  );
  if (JSON.stringify(functions) === JSON.stringify(blueprint.functions))
    throw new Error(
      `${taken.function} is not granted ${taken.action}, so it cannot be taken away.`,
    );
  return { ...blueprint, functions };
}
