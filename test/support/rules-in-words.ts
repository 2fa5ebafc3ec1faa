import type { Route } from '#shared/platform/http/route.ts';
import { routes } from '#shared/routes.ts';
import type { Changes } from './changed-body.ts';

const { risk, screening, verification, documents } = routes;
const AGE = { key: 'email.age_days', type: 'number' };
const STATED = { fact: 'a', status: 'revoked', observedAt: '2026-03-14T09:00:00Z' };
const FROM_A = { ...STATED, source: 'a' };
const [SMALL, CAPITAL] = [
  '019ced2b-aa00-7000-8000-5d3c2b1a0f00',
  '019CED2B-AA00-7000-8000-5D3C2B1A0F00',
];
const SANCTIONS = { key: 'screening.sanctions', type: 'string' };
const SOURCE = `registered:${SMALL}`;
const DROPDOWN = { fieldType: 'dropdown', options: ['a', 'b'] };
const OTHER_FIELD = '019ced2d-1f00-7a00-8a00-6f1c2b9a4e01';
const outputs = Array.from({ length: 99 }, (_, index) => ({ key: `k${index}`, type: 'string' }));

/**
 * What the service refuses and JSON Schema has no words for, or none that fit: what the service says, the sentence
 * in which the document says it, and a body that breaks the rule.
 */
export const rulesInWords: readonly (readonly [
  refusal: string,
  told: string,
  route: Route,
  changes: Changes,
])[] = [
  [
    'must lie after observedAt',
    'After `observedAt`.',
    risk.submitEvidence,
    { expiresAt: '2026-03-14T09:00:00Z' },
  ],
  [
    'must not name a fact twice',
    'No two about the same fact.',
    risk.submitEvidenceBatch,
    { items: [STATED, { ...STATED, status: 'unavailable' }] },
  ],
  [
    'must not repeat a key',
    'no two facts with the same key',
    risk.createSource,
    { facts: [AGE, { ...AGE, type: 'string' }] },
  ],
  [
    'must not state a fact of a source twice',
    'No two about the same fact from the same source.',
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
    'each other from more than the one before',
    risk.createPolicy,
    { 'definition.bands.1.from': 0 },
  ],
  ['ceiling_below_floor', 'Not below the floor.', risk.createPolicy, { 'definition.floor': 101 }],
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
    '`acceptedSources` then name that very step.',
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
  [
    'must be below matchScore',
    'Below `matchScore`.',
    screening.createScreeningRun,
    { reviewScore: 90 },
  ],
  [
    'is not an ISO 3166-1 code',
    'An ISO 3166-1 code of two or three letters.',
    screening.createScreeningRun,
    { 'subject.nationalities': ['QQ'] },
  ],
  [
    'is not a date of the calendar',
    'A date of the calendar: a day, or a month or year alone.',
    screening.createScreeningRun,
    { 'subject.datesOfBirth': ['1970-02-30'] },
  ],
  [
    'must have at most 100 outputs together',
    'with at most 100 outputs together',
    verification.createWorkflow,
    { 'steps.0.outputs': [...outputs, { key: 'full_name', type: 'string' }] },
  ],
  [
    'must not repeat a key',
    'each under a key of its own',
    verification.createWorkflow,
    { 'steps.1.key': 'document' },
  ],
  [
    'must stand after the identity document step: an extraction with a name, such as `full_name`, among its outputs',
    'runs by itself behind an `extract` step',
    verification.createWorkflow,
    { 'steps.0.type': 'capture' },
  ],
  [
    'There is no value that the signer could correct.',
    'Whether the signer may correct the value; only where there is one.',
    documents.addField,
    { editable: true },
  ],
  [
    'Options must be text on one line, and not blank.',
    'text on one line, none of it blank or repeated',
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
    'A checkbox takes true or false.',
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
    'The pattern must not look ahead or behind, such as (?=…).',
    'A regular expression of RE2',
    documents.addField,
    { validationPattern: '(?=a)' },
  ],
  [
    'Text on page 1 at 0, 0 can never have this value.',
    'One value of that field, which it can have',
    documents.addField,
    { requiredWhenFieldId: OTHER_FIELD, requiredWhenValue: ' ' },
  ],
];

/** What holds of all bodies is told before them. */
export const rulesOfAllBodies = [
  [
    'must not repeat',
    'the same one in capitals as in small letters',
    risk.replaceSourceBindings,
    { apiKeyIds: [SMALL, CAPITAL] },
  ],
  [
    'must lie in the years 0000 to 9999 of universal time',
    'lies in the years 0000 to 9999 of universal time',
    risk.submitEvidence,
    { observedAt: '9999-12-31T23:59:59-01:00' },
  ],
] as const satisfies typeof rulesInWords;
