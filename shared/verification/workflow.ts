import { ifThenElse } from '@assay/foundation';
import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { describedBy } from '#shared/platform/http/described-by.ts';
import { distinctBy } from '#shared/platform/http/list-rules.ts';
import { pageOf, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { FactDeclaration, StepType } from '#shared/risk/contract.ts';
import { OUTPUTS_PER_WORKFLOW, SCREENINGS_PER_WORKFLOW, STEPS_PER_WORKFLOW } from './limits.ts';
import { SCREENING_EXAMPLE, SCREENING_KIND, ScreeningConfig } from './screening-config.ts';

/** Steps of a verification. A revision is immutable; saving the key again creates the next one. */
const AnyConfig = z.record(z.string(), z.unknown());

/**
 * A screening configuration is validated with the whole workflow, because the step must follow a
 * document step.
 */
const Config = describedBy(z.union([ScreeningConfig, AnyConfig]), AnyConfig);

/** JSON Schema equivalent of `isRunByService`. */
const SCREENING_STEP = {
  properties: {
    type: { const: 'check' },
    config: { properties: { kind: { const: SCREENING_KIND } }, required: ['kind'] },
  },
  required: ['config'],
};

const REPEATED_KEY = 'must not repeat a key';

export const Step = z
  .strictObject({
    key: DefinitionKey,
    type: StepType,
    config: Config.default({}).describe(
      `For a \`check\` of kind \`${SCREENING_KIND}\`, which the service runs after an ` +
        '`extract` step: a `ScreeningStepConfig`. For other steps: any settings your client needs.',
    ),
    outputs: distinctBy(z.array(FactDeclaration), ({ key }) => key, REPEATED_KEY)
      .default([])
      .describe('Outputs of the step with their types. Keys are unique. A `pep_sanctions` step has none.'),
  })
  .meta(
    // zod's name of the component. The OpenAPI document moves it to its own place.
    ifThenElse(SCREENING_STEP, {
      properties: { config: { $ref: '#/$defs/ScreeningStepConfig' }, outputs: { maxItems: 0 } },
    }),
  );
export type Step = z.infer<typeof Step>;

const Steps = distinctBy(z.array(Step).min(1).max(STEPS_PER_WORKFLOW), ({ key }) => key, REPEATED_KEY)
  .refine((steps) => steps.flatMap(({ outputs }) => outputs).length <= OUTPUTS_PER_WORKFLOW, {
    message: `must have at most ${OUTPUTS_PER_WORKFLOW} outputs together`,
  })
  .describe(
    `Steps in order, with unique keys; at most ${OUTPUTS_PER_WORKFLOW} outputs in total ` +
      `and ${SCREENINGS_PER_WORKFLOW} steps of kind \`${SCREENING_KIND}\`.`,
  )
  .meta({ contains: SCREENING_STEP, minContains: 0, maxContains: SCREENINGS_PER_WORKFLOW });

const STEPS_EXAMPLE: Step[] = [
  {
    key: 'document',
    type: 'extract',
    config: {},
    outputs: [
      { key: 'full_name', type: 'string' },
      { key: 'birth_date', type: 'string' },
    ],
  },
  { key: 'liveness', type: 'check', config: {}, outputs: [{ key: 'is_live', type: 'boolean' }] },
  { key: 'screening', type: 'check', config: SCREENING_EXAMPLE, outputs: [] },
];

export const NewWorkflow = z
  .strictObject({ key: DefinitionKey, steps: Steps })
  .meta({ id: 'NewWorkflow', examples: [{ key: 'onboarding', steps: STEPS_EXAMPLE }] });

const WorkflowNotice = z
  .object({
    code: z.enum(['outputs_not_screened', 'name_in_part', 'date_of_birth_not_screened']),
    path: z.string().describe('The outputs that the notice is about.'),
    message: z.string(),
  })
  .meta({ id: 'WorkflowNotice' });
export type WorkflowNotice = z.infer<typeof WorkflowNotice>;

export const Workflow = z.object({
  key: z.string(),
  revision: z.int(),
  steps: z.array(Step),
  createdAt: Timestamp.describe('When this revision was saved.'),
  notices: z
    .array(WorkflowNotice)
    .describe(
      'What a screening step of the workflow will not compare. `outputs_not_screened`: outputs of the document step ' +
        'that it does not read, beside those that it reads. `name_in_part`: only given names or only a family name. ' +
        '`date_of_birth_not_screened`: without a date of birth.',
    ),
});
export type Workflow = z.infer<typeof Workflow>;

export const WorkflowRecord = recordOf('workflows', Workflow).meta({
  id: 'Workflow',
  examples: [
    {
      id: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
      resource: 'workflows',
      data: {
        key: 'onboarding',
        revision: 1,
        steps: STEPS_EXAMPLE,
        createdAt: '2026-03-14T09:26:53.589Z',
        notices: [],
      },
    },
  ],
});
export type WorkflowRecord = z.infer<typeof WorkflowRecord>;

export const WorkflowPage = pageOf(WorkflowRecord).meta({ id: 'WorkflowPage' });
