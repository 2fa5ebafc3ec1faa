import { endpoint } from '#shared/endpoint.ts';
import { listAttestations } from '#shared/screening/repository/attestations.ts';
import { attestationRoutes } from '#shared/screening/routes/attestations.ts';

export const handler = endpoint(attestationRoutes.listScreeningAttestations, ({ store, caller }, { query }) =>
  listAttestations(store, caller, query),
);
