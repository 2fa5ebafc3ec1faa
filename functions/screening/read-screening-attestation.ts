import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findAttestation } from '#shared/screening/repository/attestations.ts';
import { attestationRoutes } from '#shared/screening/routes/attestations.ts';
import { refuseUnsettled } from '#shared/screening/use-cases/settled-days.ts';

export const handler = endpoint(
  attestationRoutes.readScreeningAttestation,
  async ({ store, caller, now }, { params }) => {
    const attestation = await findAttestation(store, caller, params.date);
    if (attestation) return attestation;
    refuseUnsettled(params.date, now);
    throw notFound('attestation');
  },
);
