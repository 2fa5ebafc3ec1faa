import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { markRevoked, readOverride } from '#shared/risk/repository/overrides.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';

/** Revokes an override. Earlier overrides do not become active again. */
export const handler = endpoint(overrideRoutes.revokeOverride, async (context, { params, body }) => {
  const override = await readOverride(context, params.id);

  if (override.data.revokedAt)
    throw conflict('already_revoked', `The override was revoked at ${override.data.revokedAt}.`);

  const revoked = {
    ...override,
    data: {
      ...override.data,
      revokedAt: context.now.toISOString(),
      revokedBy: principalOf(context.caller),
      revocationReason: body.reason,
    },
  };
  const { subjectId } = override.data;
  return {
    writes: [markRevoked(context.caller, revoked)],
    events: [riskEvent('risk.override.revoked', revoked, { subjectId, reason: body.reason })],
    result: revoked,
  };
});
