import { endpoint } from '#shared/endpoint.ts';
import { ListProposal } from '#shared/screening/list-proposal.ts';
import { readListProposals } from '#shared/screening/repository/list-proposals.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { requireOperatorOf } from '#shared/screening/use-cases/list-operators.ts';
import { requireList } from '#shared/screening/use-cases/require-list.ts';

/** Lists the proposals about a list. */
export const handler = endpoint(screeningRoutes.listListProposals, async (context, { params }) => {
  requireOperatorOf(context.caller, params.key);
  const { id } = await requireList(context, params.key);
  const { proposals } = await readListProposals(context.store, id);
  return { items: proposals.toReversed().map((one) => ListProposal.parse(one)) };
});
