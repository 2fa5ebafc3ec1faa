import type { Context } from '#shared/platform/context.ts';
import { refused } from '#shared/platform/problem.ts';
import type { PolicyRecord } from '../policy.ts';
import { findPolicies } from '../repository/policies.ts';

/** The versions in the order they were named; a draft or an unknown one is refused. */
export async function publishedPolicies(
  context: Context,
  ids: readonly string[],
): Promise<PolicyRecord[]> {
  const found = await findPolicies(context, ids);
  const policies = ids.flatMap((id) => {
    const policy = found.get(id);
    return policy?.data.status === 'published' ? [policy] : [];
  });
  if (policies.length < ids.length)
    throw refused(
      'policy_not_published',
      'Only published policy versions can be named.',
      ids.flatMap((id, index) =>
        policies.some((policy) => policy.id === id)
          ? []
          : [{ path: `policyVersionIds.${index}`, message: 'is not a published policy version' }],
      ),
    );
  return policies;
}
