import { endpoint } from '#shared/endpoint.ts';
import { shadowRoutes } from '#shared/risk/routes/shadows.ts';
import { changeShadow } from '#shared/risk/use-cases/change-shadow.ts';

/** Has assessments evaluate another version too, or no longer. */
export const handler = endpoint(shadowRoutes.configureShadow, (context, { params, body }) =>
  changeShadow(context, params.id, body),
);
