import { endpoint } from '#shared/endpoint.ts';
import { listRoots } from '#shared/risk/audit/root.ts';
import { auditRoutes } from '#shared/risk/routes/audit.ts';

export const handler = endpoint(auditRoutes.listAuditRoots, ({ store, caller }, { query }) =>
  listRoots(store, caller, query),
);
