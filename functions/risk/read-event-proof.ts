import { endpoint } from '#shared/endpoint.ts';
import { proveEvent } from '#shared/risk/audit/prove.ts';
import { auditRoutes } from '#shared/risk/routes/audit.ts';

export const handler = endpoint(auditRoutes.readEventProof, (context, { params }) => proveEvent(context, params.id));
