import { POLICY_FORMAT_VERSION, policyJsonSchema } from '@assay/policy-engine';
import { endpoint } from '#shared/endpoint.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';

/** The policy format, for people and for editors that validate while typing. */
export const handler = endpoint(policyRoutes.readPolicySchema, async () => ({
  formatVersion: POLICY_FORMAT_VERSION,
  description:
    'Inputs are required facts. Factors turn them into weighted points, aggregation into a score, bands into ' +
    'an effect. Rules apply on top and can only raise the band. POST /risk/policies/validate checks what the ' +
    'schema cannot express, such as types that must agree and keys that must exist.',
  schema: policyJsonSchema(),
}));
