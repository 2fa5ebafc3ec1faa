import { endpoint } from '#shared/endpoint.ts';
import { startLookBack } from '#shared/screening/look-backs/start-look-back.ts';
import { lookBackRoutes } from '#shared/screening/routes/look-backs.ts';

export const handler = endpoint(lookBackRoutes.createScreeningLookBack, (context, { body }) =>
  startLookBack(context, body),
);
