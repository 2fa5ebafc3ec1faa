import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, type Problems, post, put } from '#shared/platform/http/route.ts';
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
import { PolicyScenarios, ScenariosToStore } from '../scenario.ts';

/** Above the limit of the normalized policy, because requests can contain whitespace. */
const POLICY_BODY_BYTES = 256 * 1024;

/** A policy with its scenarios. */
const NEW_POLICY_BODY_BYTES = 768 * 1024;

const SIMULATION_BODY_BYTES = 1024 * 1024;

const policyProblems: Problems = {
  invalid_policy: [422, 'The definition is invalid. See `errors`.'],
};

const policyTooLarge: Problems = {
  policy_too_large: [413, 'The normalized policy is larger than 64 KiB.'],
};

const scenariosFailed: Problems = {
  scenarios_failed: [422, 'Stored scenarios of the version do not give what they expect. See `errors`.'],
};

const scenariosTooLarge: Problems = {
  scenarios_too_large: [413, 'The scenarios are larger than 256 KiB.'],
};

/** Evidence of a scenario; in a definition it is a finding of `invalid_policy`. */
const unknownSource: Problems = {
  unknown_source: [422, 'A scenario names a source by a key that is not registered in this mode. See `errors`.'],
};

const notRetirable: Problems = {
  policy_not_published: [409, 'The version is a draft.'],
  already_retired: [409, 'The version is already retired.'],
};

export const policyRoutes = defineRoutes('risk', {
  readPolicySchema: get('/risk/policy-schema', 'client', PolicyFormat, {
    summary: 'Read the policy format',
    forAuthors: 'always',
  }),
  validatePolicy: post('/risk/policies/validate', 'client', PolicyToValidate, PolicyValidation, {
    summary: 'Validate a policy',
    forAuthors: 'always',
    description:
      'Reports every error with its path, as publication would: shape, conditions, bindings to workflows, ' +
      'and whether ' +
      'registered sources exist and declare the facts with these types. `warnings` names parts of a valid policy that do ' +
      'nothing. Saves nothing.',
    status: 200,
    isReadOnly: true,
    bodyLimitBytes: POLICY_BODY_BYTES,
    uses: { tables: { risk: ['BatchGetItem'], verification: ['BatchGetItem'] } },
  }),
  simulatePolicy: post('/risk/policies/simulate', 'client', Simulation, SimulationResult, {
    summary: 'Simulate a policy',
    forAuthors: 'always',
    description:
      'Evaluates a definition or a saved version against synthetic evidence with the evaluator that ' +
      'assessments use. With `expect`, a scenario says whether it passed and what is otherwise; with `coverage`, the ' +
      'answer names the parts of the policy that no scenario reaches. ' +
      'Saves nothing and sends no webhooks. Sources need not exist, except those named by their key.',
    status: 200,
    isReadOnly: true,
    bodyLimitBytes: SIMULATION_BODY_BYTES,
    problems: {
      ...missing,
      ...policyProblems,
      ...policyTooLarge,
      ...unknownSource,
      simulation_too_large: [413, 'The results are larger than 4 MiB. Send fewer scenarios.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
  createPolicy: post('/risk/policies', 'admin', NewPolicy, PolicyRecord, {
    summary: 'Create a policy version',
    forAuthors: 'always',
    description:
      'The version is a draft with the next number of its key. `scenarios` are stored beside it, as with ' +
      '`PUT /risk/policies/{id}/scenarios`.',
    bodyLimitBytes: NEW_POLICY_BODY_BYTES,
    problems: { ...policyProblems, ...policyTooLarge, ...scenariosTooLarge, ...unknownSource },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  readPolicyScenarios: get('/risk/policies/{id}/scenarios', 'client', PolicyScenarios, {
    summary: 'Read the scenarios of a policy version',
    forAuthors: 'always',
    description:
      'With what the version makes of each, whether that is as expected, and the parts of the policy that none of them ' +
      'reaches.',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
  replacePolicyScenarios: put('/risk/policies/{id}/scenarios', 'admin', ScenariosToStore, PolicyScenarios, {
    summary: 'Replace the scenarios of a draft',
    forAuthors: 'always',
    description:
      'At most 200 with different names, evaluated at their `evaluatedAt`, or else at the time they were saved. Scenarios that ' +
      'fail can be saved, but the version can be neither proposed nor published with them. Refused while a proposal is ' +
      'open, because a person who approves the version approves it with its scenarios.',
    bodyLimitBytes: NEW_POLICY_BODY_BYTES,
    problems: {
      ...missing,
      ...scenariosTooLarge,
      ...unknownSource,
      already_published: [409, 'The version is published. Its scenarios stay as they are.'],
      proposal_open: [409, 'The version is proposed with its scenarios.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'ConditionCheckItem'] } },
  }),
  proposePolicy: post('/risk/policies/{id}/proposals', 'member', NewPolicyProposal, PolicyProposal, {
    summary: 'Propose to publish or retire a policy version',
    forAuthors: 'always',
    description:
      'For an owner or admin to accept with `proposalId` in `POST /risk/policies/{id}/publish` or, with `change` ' +
      '`retire`, in `POST /risk/policies/{id}/retire`. To be published, a version has to pass its stored scenarios. A version has one open proposal: a new one supersedes it.',
    problems: {
      ...missing,
      ...scenariosFailed,
      already_published: [409, 'The version is already published.'],
      proposal_open: [409, 'Another person has proposed the version, and the caller is a member.'],
      ...notRetirable,
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] } },
  }),
  listPolicyProposals: get('/risk/policies/{id}/proposals', 'client', PolicyProposals, {
    summary: 'List the proposals to publish or retire a policy version',
    forAuthors: 'always',
    description: 'The latest 20, newest first.',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
  publishPolicy: post('/risk/policies/{id}/publish', 'admin', Publication, PolicyRecord, {
    summary: 'Publish a policy version',
    description:
      'Refused where the definition is invalid, a workflow binding or registered source does not exist, or a ' +
      'source ' +
      'does not declare an input with its type, or a stored scenario fails. With the setting `fourEyes.policies`, a publication has to accept the ' +
      'proposal of another person, and the author of the version cannot be the one who publishes it. An open proposal that it does not name is superseded.',
    status: 200,
    problems: {
      ...missing,
      ...policyProblems,
      ...scenariosFailed,
      ...twoPeople,
      already_published: [409, 'The version is already published.'],
      newer_version_published: [409, 'A version with a higher number is published and not retired.'],
    },
    uses: {
      tables: {
        risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
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
    uses: {
      tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
    },
  }),
});
