import { endpoint } from '#shared/endpoint.ts';
import { readInvestigation } from '#shared/risk/repository/investigations.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { stateOfInvestigation } from '#shared/risk/use-cases/investigation-state.ts';

/** Whether an investigation's snapshot is out of date. */
export const handler = endpoint(riskRoutes.readInvestigationState, async (context, { params }) =>
  stateOfInvestigation(context, await readInvestigation(context, params.id)),
);
