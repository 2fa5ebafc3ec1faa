import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, type Problems, post } from '#shared/platform/http/route.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import {
  NewPolicy,
  PolicyFormat,
  PolicyRecord,
  PolicyToValidate,
  PolicyValidation,
  Simulation,
  SimulationResult,
} from '../policy.ts';
import { NewPolicyProposal, PolicyProposal, PolicyProposals, Publication, Retirement } from '../proposal.ts';

/** Above the limit of the normalized policy, because requests can contain whitespace. */
const POLICY_BODY_BYTES = 256 * 1024;

const SIMULATION_BODY_BYTES = 1024 * 1024;

const policyProblems: Problems = {
  invalid_policy: [422, 'The definition is invalid. See `errors`.'],
};

const policyTooLarge: Problems = {
  policy_too_large: [413, 'The normalized policy is larger than 64 KiB.'],
};

const notRetirable: Problems = {
  policy_not_published: [409, 'The version is a draft.'],
  already_retired: [409, 'The version is already retired.'],
};

export const policyRoutes = defineRoutes('risk', {
  readPolicySchema: get('/risk/policy-schema', 'client', PolicyFormat, {
    summary: 'Read the policy format',
  }),
  validatePolicy: post('/risk/policies/validate', 'client', PolicyToValidate, PolicyValidation, {
    summary: 'Validate a policy',
    description:
      'Reports every error with its path, as publication would: shape, conditions, bindings to workflows, ' +
      'and whether ' +
      'registered sources exist and declare the facts with these types. Saves nothing.',
    status: 200,
    isReadOnly: true,
    bodyLimitBytes: POLICY_BODY_BYTES,
    uses: { tables: { risk: ['BatchGetItem'], verification: ['BatchGetItem'] } },
  }),
  simulatePolicy: post('/risk/policies/simulate', 'client', Simulation, SimulationResult, {
    summary: 'Simulate a policy',
    description:
      'Evaluates a definition or a saved version against synthetic evidence with the evaluator that ' +
      'assessments use. ' +
      'Saves nothing and sends no webhooks. Sources need not exist.',
    status: 200,
    isReadOnly: true,
    bodyLimitBytes: SIMULATION_BODY_BYTES,
    problems: {
      ...missing,
      ...policyProblems,
      ...policyTooLarge,
      simulation_too_large: [413, 'The results are larger than 4 MiB. Send fewer scenarios.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
  createPolicy: post('/risk/policies', 'admin', NewPolicy, PolicyRecord, {
    summary: 'Create a policy version',
    description: 'The version is a draft with the next number of its key.',
    bodyLimitBytes: POLICY_BODY_BYTES,
    problems: { ...policyProblems, ...policyTooLarge },
    uses: { tables: { risk: ['GetItem', 'PutItem'] } },
  }),
  proposePolicy: post('/risk/policies/{id}/proposals', 'member', NewPolicyProposal, PolicyProposal, {
    summary: 'Propose to publish or retire a policy version',
    description:
      'For an owner or admin to accept with `proposalId` in `POST /risk/policies/{id}/publish` or, with `change` ' +
      '`retire`, in `POST /risk/policies/{id}/retire`. A version has one open proposal: a new one supersedes it.',
    problems: {
      ...missing,
      already_published: [409, 'The version is already published.'],
      ...notRetirable,
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'] } },
  }),
  listPolicyProposals: get('/risk/policies/{id}/proposals', 'client', PolicyProposals, {
    summary: 'List the proposals to publish or retire a policy version',
    description: 'The latest 20, newest first.',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
  publishPolicy: post('/risk/policies/{id}/publish', 'admin', Publication, PolicyRecord, {
    summary: 'Publish a policy version',
    description:
      'Refused where the definition is invalid, a workflow binding or registered source does not exist, or a ' +
      'source ' +
      'does not declare an input with its type. With the setting `fourEyes.policies`, a publication has to accept the ' +
      'proposal of another person. An open proposal that it does not name is superseded.',
    status: 200,
    problems: {
      ...missing,
      ...policyProblems,
      ...twoPeople,
      already_published: [409, 'The version is already published.'],
    },
    uses: {
      tables: {
        risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
        verification: ['BatchGetItem'],
      },
    },
  }),
  retirePolicy: post('/risk/policies/{id}/retire', 'admin', Retirement, PolicyRecord, {
    summary: 'Retire a policy version',
    description:
      'Permanently: within five seconds no new assessment, selection, pin or monitoring can use the version (422 ' +
      '`policy_retired`), also where it is the latest one of its key, which an earlier version does not replace. Existing ' +
      'assessments stay as they are. Monitoring by this version is paused with `pausedReason`. With the setting ' +
      '`fourEyes.policies`, a retirement has to accept the proposal of another person.',
    status: 200,
    problems: { ...missing, ...notRetirable, ...twoPeople },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] } },
  }),
});
