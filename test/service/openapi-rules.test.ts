import { expect, test } from 'vitest';
import type { Route } from '#shared/platform/http/route.ts';
import { routes } from '#shared/routes.ts';
import { apiDocument } from '#shared/service/api-document.ts';
import { bodiesTaken } from '#test/support/bodies-taken.ts';
import { type Changes, changedBody } from '#test/support/changed-body.ts';
import { faultsOf, publishedBody, schemasIn } from '#test/support/published-document.ts';
import { rulesInWords, rulesOfAllBodies } from '#test/support/rules-in-words.ts';
import { refusalsOf } from '#test/support/service-judgement.ts';

/** Rules that no single value breaks by its type: the document states them as the service enforces them. */
const { risk, screening, verification, webhooks, documents } = routes;
const ID = '019ced2c-4000-7000-8000-5d3c2b1a0f00';
const FACT = { key: 'email.age_days', type: 'number' };
const PEP_STEP = {
  kind: 'pep_sanctions',
  provider: 'service_screening',
  providerConfig: { sources: ['eu_fsf'] },
};
const screeningStep = (index: number) => ({ key: `s${index}`, type: 'check', config: PEP_STEP });
const CONDITION = 'definition.factors.0.cases.0.all.0';
const SCREENING = 'steps.2.config.providerConfig';
const STATED = { fact: 'a', status: 'revoked', observedAt: '2026-03-14T09:00:00Z' };
const INPUT = { ...FACT, acceptedSources: [`registered:${ID}`], maxAgeSeconds: 60 };
const input = (changes: object) => ({ 'definition.inputs.0': { ...INPUT, ...changes } });
const twice = <T>(item: T): T[] => [item, item];

const documentFaults = (route: Route, body: unknown) => faultsOf(publishedBody(route)?.schema ?? {}, body);

test.each<[string, Route, Changes]>([
  ['evidence that is available without a value', risk.submitEvidence, { value: undefined }],
  ['evidence that is available with null', risk.submitEvidence, { value: null }],
  ['evidence that is revoked with a value', risk.submitEvidence, { status: 'revoked' }],
  ['the same in a batch', risk.submitEvidenceBatch, { 'items.0.status': 'unavailable' }],
  ['an item of evidence twice', risk.submitEvidenceBatch, { items: twice(STATED) }],
  ['a list without the type of its items', risk.createSource, { 'facts.0.type': 'list' }],
  ['a type of items of what is no list', risk.createSource, { 'facts.0.itemType': 'string' }],
  ['a fact twice', risk.createSource, { facts: twice(FACT) }],
  ['a key bound twice', risk.createSource, { apiKeyIds: twice(ID) }],
  ['a policy pinned twice', risk.replaceContextPolicies, { policyVersionIds: twice(ID) }],
  ['an event twice', risk.createAssessment, { eventIds: twice(ID) }],
  ['an assessment twice', risk.startInvestigation, { assessmentIds: twice(ID) }],
  ['no candidates', risk.selectPolicies, { contextId: undefined }],
  ['a definition and a version', risk.simulatePolicy, { policyVersionId: ID }],
  ['neither of them', risk.simulatePolicy, { definition: undefined }],
  ['a blank reason', risk.revokeOverride, { reason: ' \n' }],
  ['an input twice', risk.createPolicy, { 'definition.inputs': twice(INPUT) }],
  ['a source twice', risk.createPolicy, input({ acceptedSources: twice(`registered:${ID}`) })],
  ['an input of a list of nothing', risk.createPolicy, input({ type: 'list' })],
  ['an input of no list with a type of items', risk.createPolicy, input({ itemType: 'string' })],
  [
    'a screening fact that is a number',
    risk.createPolicy,
    { ...input({ key: 'screening.pep' }), 'definition.factors': [] },
  ],
  ['a comparison with text', risk.createPolicy, { [`${CONDITION}.value`]: 'thirty' }],
  ['one of no list', risk.createPolicy, { [`${CONDITION}.operator`]: 'in' }],
  ['a fact that is called 30', risk.createPolicy, { [`${CONDITION}.operator`]: 'eq_fact' }],
  ['equal to a list', risk.createPolicy, { [CONDITION]: { input: FACT.key, operator: 'eq', value: [30] } }],
  ['a first band above zero', risk.createPolicy, { 'definition.bands.0.from': 1 }],
  ['a name of 13 words', screening.createScreeningRun, { 'subject.name': 'a '.repeat(13) }],
  ['a list twice', screening.createScreeningRun, { sources: twice('eu_fsf') }],
  ['month 13', screening.createScreeningRun, { 'subject.datesOfBirth': ['1970-13'] }],
  [
    'a time out of office without the list of offices',
    screening.createScreeningRun,
    { sources: ['eu_fsf'], pepLookbackMonths: 12 },
  ],
  ['an outcome of a failed check', verification.createCheck, { status: 'failed' }],
  ['a completed check without an outcome', verification.createCheck, { outcome: null }],
  ['outputs of a failed step', verification.reportStep, { status: 'failed' }],
  ['an output twice', verification.createWorkflow, { 'steps.1.outputs': twice({ key: 'is_live', type: 'boolean' }) }],
  ['a screening without a list', verification.createWorkflow, { [`${SCREENING}.sources`]: [] }],
  [
    'a screening with a time out of office and no list of offices',
    verification.createWorkflow,
    { [`${SCREENING}.pepLookbackMonths`]: 12 },
  ],
  [
    'a screening that has outputs',
    verification.createWorkflow,
    { 'steps.2.outputs': [{ key: 'hit', type: 'boolean' }] },
  ],
  [
    'eleven screenings',
    verification.createWorkflow,
    Object.fromEntries([...Array(10).keys()].map((n) => [`steps.${n + 3}`, screeningStep(n)])),
  ],
  ['an event there is not', webhooks.createWebhook, { events: ['risk.subject.vanished'] }],
  ['a family there is not', webhooks.updateWebhook, { events: ['weather.*'] }],
  ['an event asked for twice', webhooks.createWebhook, { events: twice('risk.*') }],
  ['a width of nothing', documents.addField, { width: 0 }],
  ['a height below the least', documents.addField, { height: 4.9996 }],
  ['a signature with a value', documents.addField, { fieldType: 'signature', value: 'Ada' }],
  ['options of a text', documents.addField, { options: ['a'] }],
  ['a date on several lines', documents.addField, { fieldType: 'date', multiline: true }],
  ['a dropdown without options', documents.addField, { fieldType: 'dropdown' }],
  ['an option twice', documents.addField, { fieldType: 'dropdown', options: twice('a') }],
  ['a message without a pattern', documents.addField, { validationMessage: 'Digits.' }],
  ['a value to wait for and no field', documents.addField, { requiredWhenValue: 'yes' }],
  ['a required group that is none', documents.addField, { groupRequired: true }],
  [
    'a condition of a member of a group',
    documents.addField,
    { fieldType: 'checkbox', groupKey: 'g', requiredWhenFieldId: ID },
  ],
])('OpenAPI rules: %s is refused by document and service', (_what, route, changes) => {
  const body = changedBody(route, changes);

  expect(refusalsOf(route, body)).not.toEqual([]);
  expect(documentFaults(route, body)).not.toEqual([]);
});

test.each(bodiesTaken)('%s is taken by document and service', (_what, route, changes) => {
  const body = changedBody(route, changes);

  expect(refusalsOf(route, body)).toEqual([]);
  expect(documentFaults(route, body)).toEqual([]);
});

test.each(rulesInWords)('of “%s” the document says “%s”', (refusal, told, route, changes) => {
  const body = changedBody(route, changes);
  const schemas = [...schemasIn(publishedBody(route)?.schema ?? {})];

  expect(refusalsOf(route, body)).toContain(refusal);
  expect(documentFaults(route, body)).toEqual([]);
  expect(schemas.map(({ description }) => `${description}`).join('\n')).toContain(told);
});

test.each(rulesOfAllBodies)('of “%s” all of it says “%s”', (refusal, told, route, changes) => {
  const body = changedBody(route, changes);

  expect(refusalsOf(route, body)).toContain(refusal);
  expect(documentFaults(route, body)).toEqual([]);
  expect(apiDocument().info.description.replaceAll('\n', ' ')).toContain(told);
});
