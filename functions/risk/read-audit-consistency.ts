import { endpoint } from '#shared/endpoint.ts';
import { proveConsistency } from '#shared/risk/audit/prove.ts';
import { auditRoutes } from '#shared/risk/routes/audit.ts';

export const handler = endpoint(auditRoutes.readAuditConsistency, (context, { query }) =>
  proveConsistency(context, query.from, query.to),
);
