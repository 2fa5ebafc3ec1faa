import { endpoint } from '#shared/endpoint.ts';
import { readInvestigation } from '#shared/risk/repository/investigations.ts';
import { investigationRoutes } from '#shared/risk/routes/investigations.ts';
import { stateOfInvestigation } from '#shared/risk/use-cases/investigation-state.ts';

/** Whether the snapshot of an investigation is outdated. */
export const handler = endpoint(investigationRoutes.readInvestigationState, async (context, { params }) =>
  stateOfInvestigation(context, await readInvestigation(context, params.id)),
);
