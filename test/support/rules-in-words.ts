import type { Route } from '#shared/platform/http/route.ts';
import { routes } from '#shared/routes.ts';
import type { Changes } from './changed-body.ts';

const { risk, screening, verification, documents } = routes;
const AGE = { key: 'email.age_days', type: 'number' };
const STATED = { fact: 'a', status: 'revoked', observedAt: '2026-03-14T09:00:00Z' };
const FROM_A = { ...STATED, source: 'a' };
const [SMALL, CAPITAL] = ['019ced2b-aa00-7000-8000-5d3c2b1a0f00', '019CED2B-AA00-7000-8000-5D3C2B1A0F00'];
const SANCTIONS = { key: 'screening.sanctions', type: 'string' };
const SOURCE = `registered:${SMALL}`;
const DROPDOWN = { fieldType: 'dropdown', options: ['a', 'b'] };
const OTHER_FIELD = '019ced2d-1f00-7a00-8a00-6f1c2b9a4e01';
const outputs = Array.from({ length: 99 }, (_, index) => ({ key: `k${index}`, type: 'string' }));

/**
 * Rules that JSON Schema cannot express: the error of the service, the sentence of the OpenAPI document, and a body
 * that breaks the rule.
 */
export const rulesInWords: readonly (readonly [refusal: string, told: string, route: Route, changes: Changes])[] = [
  [
    'must be after `observedAt`',
    'Must be after `observedAt`.',
    risk.submitEvidence,
    { expiresAt: '2026-03-14T09:00:00Z' },
  ],
  [
    'must not repeat a fact',
    'One item per fact.',
    risk.submitEvidenceBatch,
    { items: [STATED, { ...STATED, status: 'unavailable' }] },
  ],
  ['must not repeat a key', 'Keys are unique.', risk.createSource, { facts: [AGE, { ...AGE, type: 'string' }] }],
  [
    'must not repeat a fact of a source',
    'One receipt per fact and source.',
    risk.simulatePolicy,
    { 'scenarios.0.evidence': [FROM_A, { ...FROM_A, status: 'unavailable' }] },
  ],
  [
    'undocumented_value',
    'A screening fact is compared with its documented values only',
    risk.simulatePolicy,
    {
      'definition.inputs.0': { ...SANCTIONS, acceptedSources: [SOURCE], maxAgeSeconds: 60 },
      'definition.factors.0.cases.0.all.0': { input: SANCTIONS.key, operator: 'eq', value: 'hit' },
    },
  ],
  [
    'bands_not_increasing',
    'Ascending by `from`; the first starts at 0.',
    risk.createPolicy,
    { 'definition.bands.1.from': 0 },
  ],
  ['ceiling_below_floor', 'Must not be below the floor.', risk.createPolicy, { 'definition.floor': 101 }],
  [
    'duplicate_key',
    'Keys of inputs, factors and rules and ids of bands are unique',
    risk.createPolicy,
    { 'definition.bands.1.id': 'low' },
  ],
  [
    'too_many_actions',
    'at most 32 different actions',
    risk.createPolicy,
    {
      'definition.bands.1.effect.actions': [...'abcdefghijklmnopqrst'],
      'definition.bands.0.effect.actions': Array.from({ length: 13 }, (_, index) => `x${index}`),
    },
  ],
  [
    'unknown_input',
    'a condition names a declared input and a value of its type',
    risk.createPolicy,
    { 'definition.factors.0.cases.0.all.0.input': 'unknown' },
  ],
  [
    'operator_type_mismatch',
    'a condition names a declared input and a value of its type',
    risk.createPolicy,
    { 'definition.factors.0.cases.0.all.0.operator': 'contains' },
  ],
  [
    'value_type_mismatch',
    'a condition names a declared input and a value of its type',
    risk.createPolicy,
    { 'definition.factors.0.cases.0.all.0': { input: AGE.key, operator: 'eq', value: 'old' } },
  ],
  [
    'verification_source_missing',
    '`acceptedSources` must then name that step.',
    risk.createPolicy,
    {
      'definition.inputs.0.verification': {
        workflowId: 'w',
        revision: 1,
        stepKey: 's',
        output: 'o',
      },
    },
  ],
  ['must be below matchScore', 'Below `matchScore`.', screening.createScreeningRun, { reviewScore: 90 }],
  [
    'is not an ISO 3166-1 code',
    'An ISO 3166-1 code of two or three letters.',
    screening.createScreeningRun,
    { 'subject.nationalities': ['QQ'] },
  ],
  [
    'is not a date of the calendar',
    'A day, month or year: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.',
    screening.createScreeningRun,
    { 'subject.datesOfBirth': ['1970-02-30'] },
  ],
  [
    'must have at most 100 outputs together',
    'at most 100 outputs in total',
    verification.createWorkflow,
    { 'steps.0.outputs': [...outputs, { key: 'full_name', type: 'string' }] },
  ],
  [
    'must not repeat a key',
    'Steps in order, with unique keys',
    verification.createWorkflow,
    { 'steps.1.key': 'document' },
  ],
  [
    'must be after an `extract` step with a name, such as `full_name`, among its outputs',
    'which the service runs after an `extract` step',
    verification.createWorkflow,
    { 'steps.0.type': 'capture' },
  ],
  [
    '`editable` requires a value.',
    'Whether the signer can change a prefilled value.',
    documents.addField,
    { editable: true },
  ],
  [
    'Options must be single-line text and not blank.',
    'Options of a dropdown: single-line texts, none blank or repeated.',
    documents.addField,
    { ...DROPDOWN, options: ['a', ' '] },
  ],
  [
    'The value must be one of the options.',
    'an option for a dropdown',
    documents.addField,
    { ...DROPDOWN, value: 'c' },
  ],
  [
    'A checkbox accepts `true` or `false`.',
    '`true` or `false` for a checkbox',
    documents.addField,
    { fieldType: 'checkbox', value: 'yes' },
  ],
  [
    'Combine D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between.',
    'D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between.',
    documents.addField,
    { fieldType: 'date', dateFormat: 'DD.MM' },
  ],
  [
    'Lookaheads and lookbehinds such as (?=…) are not supported.',
    'RE2 regular expression',
    documents.addField,
    { validationPattern: '(?=a)' },
  ],
  [
    'Text on page 1 at 0, 0 cannot have this value.',
    'A possible value of that field',
    documents.addField,
    { requiredWhenFieldId: OTHER_FIELD, requiredWhenValue: ' ' },
  ],
];

/** Rules of all bodies are documented once, before the routes. */
export const rulesOfAllBodies = [
  [
    'must not repeat',
    'Ids are UUIDs; case does not matter.',
    risk.replaceSourceBindings,
    { apiKeyIds: [SMALL, CAPITAL] },
  ],
  [
    'must be between the years 0000 and 9999 (UTC)',
    'in the years 0000 to 9999 (UTC)',
    risk.submitEvidence,
    { observedAt: '9999-12-31T23:59:59-01:00' },
  ],
] as const satisfies typeof rulesInWords;
