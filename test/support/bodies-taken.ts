import type { Route } from '#shared/platform/http/route.ts';
import { routes } from '#shared/routes.ts';
import type { Changes } from './changed-body.ts';

const { risk, verification, webhooks, documents } = routes;
const ID = '019ced2c-4000-7000-8000-5d3c2b1a0f00';
const LIST = { key: 'email.domains', type: 'list', itemType: 'string' };

/** Valid bodies of other variants than the documented example, where a rule distinguishes variants. */
export const bodiesTaken: readonly (readonly [what: string, route: Route, changes: Changes])[] = [
  ['revoked evidence with null', risk.submitEvidence, { status: 'revoked', value: null }],
  ['a list of texts', risk.createSource, { facts: [LIST] }],
  ['candidates by name', risk.selectPolicies, { contextId: undefined, policyVersionIds: [ID] }],
  [
    'a draft with a value that a screening fact never has',
    risk.createPolicy,
    {
      'definition.inputs.0.key': 'screening.pep',
      'definition.inputs.0.type': 'string',
      'definition.factors.0.cases.0.all.0': { input: 'screening.pep', operator: 'eq', value: 'maybe' },
    },
  ],
  ['any definition to validate', risk.validatePolicy, { definition: { inputs: 'none' } }],
  ['a version', risk.simulatePolicy, { definition: undefined, policyVersionId: ID }],
  ['a failed check', verification.createCheck, { status: 'failed', outcome: undefined }],
  ['a failed step', verification.reportStep, { status: 'failed', outputs: {} }],
  ['a kind of check of one’s own', verification.createWorkflow, { 'steps.1.config.kind': 'mine' }],
  ['all events', webhooks.createWebhook, { events: ['*', 'document.*', 'webhook.ping'] }],
  ['a signature with a blank value', documents.addField, { fieldType: 'signature', value: ' ' }],
  ['the least height', documents.addField, { height: 5 }],
  ['a dropdown', documents.addField, { fieldType: 'dropdown', options: ['a', 'b'], value: 'a' }],
  ['a box of a group', documents.addField, { fieldType: 'checkbox', groupKey: 'g', groupRequired: true }],
  [
    'a text that may be required',
    documents.addField,
    { requiredWhenFieldId: ID, requiredWhenValue: 'yes', validationPattern: '[a-z]+' },
  ],
];
