import { endpoint } from '#shared/endpoint.ts';
import { readAiSettings } from '#shared/risk/repository/ai-settings.ts';
import { investigationRoutes } from '#shared/risk/routes/investigations.ts';

/** Whether the organization lets language models look at its records. */
export const handler = endpoint(
  investigationRoutes.readInvestigationAiSettings,
  ({ store, caller }) => readAiSettings(store, caller),
);
