import { endpoint } from '#shared/endpoint.ts';
import { readAiSettings } from '#shared/risk/repository/ai-settings.ts';
import { riskRoutes } from '#shared/risk/routes.ts';

/** Whether the organization lets language models look at its records. */
export const handler = endpoint(riskRoutes.readInvestigationAiSettings, ({ store, caller }) =>
  readAiSettings(store, caller),
);
