import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { putAiSettings } from '#shared/risk/repository/ai-settings.ts';
import { investigationRoutes } from '#shared/risk/routes/investigations.ts';

/** The owner's consent to AI-assisted investigations, or its withdrawal. */
export const handler = endpoint(
  investigationRoutes.updateInvestigationAiSettings,
  async ({ caller, now }, { body: { aiInvestigations } }) => {
    const settings = {
      aiInvestigations,
      updatedAt: now.toISOString(),
      updatedBy: principalOf(caller),
    };
    // One setting per organization and mode, so the event has the id of the organization.
    const about = { resource: 'investigation-ai-settings', id: caller.organizationId };
    const details = { aiInvestigations };
    return {
      writes: [putAiSettings(caller, settings)],
      events: [recordEvent('risk.investigation_ai_settings.changed', about, { details })],
      result: settings,
    };
  },
);
