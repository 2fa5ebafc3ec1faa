import { endpoint } from '#shared/endpoint.ts';
import { ListProposal } from '#shared/screening/list-proposal.ts';
import { readListProposals } from '#shared/screening/repository/list-proposals.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { requireListOperator } from '#shared/screening/use-cases/list-operators.ts';
import { requireListKey } from '#shared/screening/use-cases/require-list-key.ts';

/** Lists the proposals about a list. */
export const handler = endpoint(screeningRoutes.listListProposals, async ({ store, caller }, { params }) => {
  requireListOperator(caller);
  const { proposals } = await readListProposals(store, requireListKey(params.key));
  return { items: proposals.toReversed().map((one) => ListProposal.parse(one)) };
});
