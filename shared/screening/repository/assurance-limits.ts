import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { proposalsIn, readStoredProposals } from '#shared/platform/stored-proposals.ts';
import { AssuranceLimit, LimitProposal, type LimitsOfTest } from '../assurance/limit.ts';

/** Accepted limits of tests of effectiveness, and proposals of them: a row for each class of a test. */
export const assuranceLimitsPartition = (scope: Scope) => `${scopeKey(scope)}#assurance-limits`;

type OfClass = Pick<AssuranceLimit, 'class' | 'known'>;

const LIMIT = 'limit';
const PROPOSALS = 'proposals';

const keyOf = (scope: Scope, testId: string, part: typeof LIMIT | typeof PROPOSALS, { class: of, known }: OfClass) => ({
  pk: assuranceLimitsPartition(scope),
  sk: `${testId}#${part}#${of}#${known}`,
});

const limitKey = (scope: Scope, testId: string, of: OfClass): Key => keyOf(scope, testId, LIMIT, of);

export const putLimit = (scope: Scope, testId: string, limit: AssuranceLimit): Write => ({
  table: 'screening',
  put: { ...limitKey(scope, testId, limit), limit },
});

export const readLimitProposals = (store: Store, scope: Scope, testId: string, of: OfClass) =>
  readStoredProposals<LimitProposal>(
    store,
    { table: 'screening', key: keyOf(scope, testId, PROPOSALS, of) },
    LimitProposal,
  );

const isLimit = ({ sk }: Item, testId: string) => sk.startsWith(`${testId}#${LIMIT}#`);

/** Limits of a test as they were accepted or carried, and its open proposals. */
export async function readLimits(store: Store, scope: Scope, testId: string): Promise<LimitsOfTest> {
  const found: LimitsOfTest = { limits: [], limitProposals: [] };
  const pk = assuranceLimitsPartition(scope);
  // At most two rows for each class.
  for (let from = `${testId}#`; ; ) {
    const { items, more } = await store.query('screening', { pk, from, upTo: `${testId}$` });
    for (const row of items)
      if (isLimit(row, testId)) found.limits.push(AssuranceLimit.parse(row.limit));
      else
        found.limitProposals.push(
          ...proposalsIn(row)
            .map((one) => LimitProposal.parse(one))
            .filter(({ status }) => status === 'open'),
        );
    const last = items.at(-1);
    if (!more || !last) return found;
    from = `${last.sk}!`;
  }
}
