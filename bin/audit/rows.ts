import type { Rule } from './facts.ts';
import { nameOf } from './stored-state.ts';

/**
 * Rows without an organization: retired master keys, the shard plan, requested deletions, erasures, marks of erased
 * organizations, lists, the keys of all own lists and what is left of deleted ones, rate limits and the state of a restore.
 */
const WITHOUT_ORGANIZATION =
  /^(master-keys|shard-plan|deletions|erasures|erased#[0-9a-f]{64}|lists|list-(?:history|uploads)#[a-z_]+|list-pins|list-sweeps|own-lists|own-list-removals|restore|rate#.*)$/;

export const rowsOutsideOrganizations: Rule = {
  read: ({ row }, _state, find) => {
    const { table, organizationId, mode, item } = row;
    const isInside = organizationId !== '' && (mode !== '' || table === 'identity');
    if (!isInside && !WITHOUT_ORGANIZATION.test(item.pk)) find(`stands outside every organization: ${nameOf(row)}`);
  },
};
