import { endpoint } from '#shared/endpoint.ts';
import { readAiSettings } from '#shared/risk/repository/ai-settings.ts';
import { investigationRoutes } from '#shared/risk/routes/investigations.ts';

/** Whether the organization consents to AI-assisted investigations. */
export const handler = endpoint(investigationRoutes.readInvestigationAiSettings, ({ store, caller }) =>
  readAiSettings(store, caller),
);
