import { withoutAction } from './aws/grants.ts';
import type { Blueprint } from './template/blueprint.ts';

/** A permission of one function, named as in its policy. */
export interface RevokedGrant {
  function: string;
  action: string;
}

/**
 * Removes one permission from the blueprint. It must exist; otherwise the test would prove nothing.
 */
export function withoutGrant(revoked: RevokedGrant | undefined, blueprint: Blueprint): Blueprint {
  if (!revoked) return blueprint;
  const functions = blueprint.functions.map((fn) =>
    fn.name === revoked.function
      ? { ...fn, policies: fn.policies.map((policy) => withoutAction(policy, revoked.action)) }
      : fn,
  );
  if (JSON.stringify(functions) === JSON.stringify(blueprint.functions))
    throw new Error(`${revoked.function} is not granted ${revoked.action}, so it cannot be revoked.`);
  return { ...blueprint, functions };
}
