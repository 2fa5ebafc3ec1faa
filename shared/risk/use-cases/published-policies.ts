import { Problem, refused } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import type { PolicyRecord } from '../policy.ts';
import { findPolicies } from '../repository/policies.ts';
import { policyRetired } from './retired-policies.ts';

/** Published versions in the order of the ids. Unknown and retired versions and drafts are refused. */
export async function publishedPolicies(context: Context, ids: readonly string[]): Promise<PolicyRecord[]> {
  const found = await findPolicies(context, ids);
  const missing = ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ path: `policyVersionIds.${index}`, message: 'The policy version does not exist.' }],
  );
  if (missing.length > 0)
    throw new Problem(404, 'not_found', 'The policy version does not exist.', { errors: missing });
  const policies = ids.flatMap((id) => {
    const policy = found.get(id);
    return policy?.data.status === 'published' ? [policy] : [];
  });
  if (policies.length < ids.length)
    throw refused(
      'policy_not_published',
      'A policy version is a draft. Publish it first.',
      ids.flatMap((id, index) =>
        policies.some((policy) => policy.id === id)
          ? []
          : [{ path: `policyVersionIds.${index}`, message: 'The policy version is a draft.' }],
      ),
    );
  const retired = policies.find(({ data }) => data.retiredAt);
  if (retired) throw policyRetired(retired);
  return policies;
}
