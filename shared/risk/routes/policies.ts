import { defineRoutes, get, Nothing, post, type Refusals } from '#shared/platform/http/route.ts';
import {
  NewPolicy,
  PolicyFormat,
  PolicyRecord,
  PolicyValidation,
  Simulation,
  SimulationResult,
} from '../policy.ts';
import { missing } from './common.ts';

/** More than the normalized policy may have: what is sent may be laid out generously. */
const POLICY_BODY_BYTES = 256 * 1024;

const SIMULATION_BODY_BYTES = 1024 * 1024;

const policyRefusals: Refusals = {
  invalid_policy: [422, 'The definition is not valid; `errors` names everything.'],
};

const policyTooLarge: Refusals = {
  policy_too_large: [413, 'The policy has more than 64 KiB when normalized.'],
};

/** What turns facts into decisions. */
export const policyRoutes = defineRoutes('risk', {
  readPolicySchema: get('/risk/policy-schema', 'client', PolicyFormat, {
    summary: 'Describe policy format version 1, with its JSON Schema',
  }),
  validatePolicy: post('/risk/policies/validate', 'client', NewPolicy, PolicyValidation, {
    summary: 'Check a policy and name everything that is wrong with it; saves nothing',
    status: 200,
    isQuestion: true,
    bodyLimitBytes: POLICY_BODY_BYTES,
    uses: { tables: { verification: ['BatchGetItem'] } },
  }),
  simulatePolicy: post('/risk/policies/simulate', 'client', Simulation, SimulationResult, {
    summary: 'Evaluate a policy against made-up evidence; saves nothing, tells nobody',
    status: 200,
    isQuestion: true,
    bodyLimitBytes: SIMULATION_BODY_BYTES,
    refusals: {
      ...missing,
      ...policyRefusals,
      ...policyTooLarge,
      simulation_too_large: [413, 'The results have more than 4 MiB; send fewer scenarios.'],
    },
    uses: { tables: { risk: ['GetItem'] } },
  }),
  createPolicy: post('/risk/policies', 'admin', NewPolicy, PolicyRecord, {
    summary: 'Create the next version of a policy, as a draft',
    bodyLimitBytes: POLICY_BODY_BYTES,
    refusals: { ...policyRefusals, ...policyTooLarge },
    uses: { tables: { risk: ['GetItem', 'PutItem'] } },
  }),
  publishPolicy: post('/risk/policies/{id}/publish', 'admin', Nothing, PolicyRecord, {
    summary: 'Publish a draft',
    status: 200,
    refusals: {
      ...missing,
      ...policyRefusals,
      already_published: [409, 'The version was published before.'],
    },
    uses: {
      tables: {
        risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
        verification: ['BatchGetItem'],
      },
    },
  }),
});
