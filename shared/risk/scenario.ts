import {
  DefinitionKey,
  EvidenceStatus,
  FactValue,
  ScenarioDifference,
  ScenarioExpectation,
  ScenarioOutcome,
  Unreached,
} from '@assay/policy-engine';
import * as z from 'zod';
import { distinctBy } from '#shared/platform/http/list-rules.ts';
import { Instant, Timestamp } from '#shared/platform/http/shapes.ts';
import { SCENARIOS, STORED_SCENARIOS } from './limits.ts';
import { canonicalSource } from './listed-sources.ts';

const Statement = z.strictObject({
  fact: DefinitionKey,
  source: z.string().min(1).max(300).describe('As in `acceptedSources`, also `source:<key>`.'),
  status: EvidenceStatus,
  value: FactValue.nullish(),
  observedAt: Instant,
  expiresAt: Instant.nullish(),
});

/** Synthetic evidence at a time, and what a policy is expected to make of it. */
const Scenario = z.strictObject({
  name: z.string().min(1).max(200),
  evaluatedAt: Instant.optional(),
  evidence: distinctBy(
    z.array(Statement).max(1_000),
    ({ fact, source }) => `${fact} ${canonicalSource(source)}`,
    'must not repeat a fact of a source',
  ).describe('One receipt per fact and source.'),
  expect: ScenarioExpectation.optional().describe(
    'Members that are left out are not compared. Where the policy does not cover the subject, every member but ' +
      '`applicability` is null.',
  ),
});
export type Scenario = z.infer<typeof Scenario>;

export const SCENARIO_EXAMPLE = {
  name: 'a new address',
  evaluatedAt: '2026-03-14T09:26:53.589Z',
  evidence: [
    {
      fact: 'email.age_days',
      source: 'registered:019ced2c-2000-7000-8000-5d3c2b1a0f00',
      status: 'available' as const,
      value: 3,
      observedAt: '2026-03-14T09:00:00Z',
    },
  ],
  expect: { band: 'high', decision: 'review' as const, actions: ['manual_review'] },
};

export const SimulatedScenarios = z.array(Scenario).min(1).max(SCENARIOS);

/** Scenarios that are stored beside a version. Names tell them apart. */
export const StoredScenarios = distinctBy(
  z.array(Scenario).max(STORED_SCENARIOS),
  ({ name }) => name,
  'must not repeat a name',
);

/** Absent from the result of a scenario without `expect`. */
export const scenarioVerdict = {
  passed: z.boolean().optional().describe('Whether everything is as expected. Absent without `expect`.'),
  differences: z.array(ScenarioDifference).optional().describe('Absent without `expect`.'),
};

export const ScenariosToStore = z
  .strictObject({
    scenarios: StoredScenarios,
  })
  .meta({ id: 'ScenariosToStore', examples: [{ scenarios: [SCENARIO_EXAMPLE] }] });

/** How many of the stored scenarios of a version are as expected. */
export const ScenarioCounts = z.object({
  passed: z.int(),
  failed: z.int(),
  unchecked: z.int().describe('Scenarios without `expect`.'),
});
export type ScenarioCounts = z.infer<typeof ScenarioCounts>;

export const PolicyScenarios = z
  .object({
    policyVersionId: z.uuid(),
    ...ScenarioCounts.shape,
    scenarios: z.array(Scenario.extend({ actual: ScenarioOutcome, ...scenarioVerdict })),
    unreached: Unreached.describe('The parts of the policy that no scenario reaches.'),
    savedBy: z.string().nullable().describe('Null if the version has no scenarios.'),
    savedAt: Timestamp.nullable(),
  })
  .meta({
    id: 'PolicyScenarios',
    examples: [
      {
        policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
        passed: 1,
        failed: 0,
        unchecked: 0,
        scenarios: [
          {
            ...SCENARIO_EXAMPLE,
            actual: {
              applicability: 'applicable',
              outcome: 'complete',
              score: 40,
              band: 'high',
              decision: 'review',
              actions: ['manual_review'],
              matchedRules: [],
            },
            passed: true,
            differences: [],
          },
        ],
        unreached: { groups: [], bands: ['low'], cases: [{ factor: 'email_age', case: null }], rules: [] },
        savedBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
        savedAt: '2026-03-14T09:26:53.589Z',
      },
    ],
  });
export type PolicyScenarios = z.infer<typeof PolicyScenarios>;
