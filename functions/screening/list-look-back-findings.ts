import { endpoint } from '#shared/endpoint.ts';
import { listFindings } from '#shared/screening/look-backs/list-findings.ts';
import { lookBackRoutes } from '#shared/screening/routes/look-backs.ts';

export const handler = endpoint(lookBackRoutes.listLookBackFindings, (context, { params, query }) =>
  listFindings(context, params.id, query.offset),
);
