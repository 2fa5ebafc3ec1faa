import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { EventRecord } from './event.ts';
import { WorkDecision } from './work.ts';

/** Categories of a subject's events. */
export const JourneyCategory = z.enum(['activity', 'evidence', 'assessments', 'actions', 'overrides', 'notes']);
export type JourneyCategory = z.infer<typeof JourneyCategory>;

const PREFIXES: Record<JourneyCategory, string> = {
  activity: 'risk.activity.',
  evidence: 'risk.evidence.',
  assessments: 'risk.assessment.',
  actions: 'risk.action.',
  overrides: 'risk.override.',
  notes: 'risk.note.',
};

export const isOfCategory = (type: string, category: JourneyCategory) => type.startsWith(PREFIXES[category]);

/** When something happened: of an activity as reported, otherwise when the event was recorded. */
export function occurrenceOf({ type, details, occurredAt }: RecordedEvent): string {
  const reported = type === 'risk.activity.reported' ? details?.occurredAt : undefined;
  return typeof reported === 'string' ? reported : occurredAt;
}

export const JourneyQuery = z.strictObject({
  category: JourneyCategory.optional(),
  before: RecordId.optional().describe('`nextCursor` of the previous page.'),
  view: z
    .enum(['full', 'compact'])
    .default('full')
    .describe('`compact` returns up to 500 events as short arrays, with the scores of assessments.'),
});

export const JourneyPage = z
  .object({ items: z.array(EventRecord), nextCursor: z.uuid().nullable() })
  .meta({ id: 'JourneyPage' });

/** The same events for a picture of the whole journey. Oldest first within the page. */
export const CompactJourney = z
  .object({
    events: z
      .array(
        z.tuple([
          Timestamp.describe('When it occurred; of an activity, as reported.'),
          z.string().describe('Event type.'),
          z.uuid().describe('Event id.'),
          z.uuid().describe('Id of the changed record.'),
          z.string().describe('Actor.'),
        ]),
      )
      .describe('`[occurredAt, type, id, resourceId, actor]` in order of receipt, oldest first.'),
    scores: z
      .array(
        z.tuple([
          Timestamp.describe('When it was evaluated.'),
          z.string().describe('Policy key.'),
          z.number().nullable().describe('Score.'),
          z.string().nullable().describe('Band.'),
          WorkDecision.describe('Decision.'),
          z.uuid().describe('Assessment id.'),
        ]),
      )
      .describe(
        '`[evaluatedAt, policyKey, score, band, decision, assessmentId]` of the assessments among the events, oldest first.',
      ),
    nextCursor: z.uuid().nullable(),
  })
  .meta({
    id: 'CompactJourney',
    examples: [
      {
        events: [
          [
            '2026-03-14T09:26:53.589Z',
            'risk.assessment.created',
            '019ced2c-5000-7000-8000-5d3c2b1a0f00',
            '019ced2c-5000-7000-8000-5d3c2b1a0f00',
            'api_key:019ced2b-aa00-7000-8000-5d3c2b1a0f00',
          ],
        ],
        scores: [
          ['2026-03-14T09:26:53.589Z', 'onboarding', 40, 'elevated', 'review', '019ced2c-5000-7000-8000-5d3c2b1a0f00'],
        ],
        nextCursor: null,
      },
    ],
  });
export type CompactJourney = z.infer<typeof CompactJourney>;
