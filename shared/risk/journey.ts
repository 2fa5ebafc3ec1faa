import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { EventRecord } from './event.ts';

/** Categories of a subject's events. */
export const JourneyCategory = z.enum([
  'activity',
  'evidence',
  'assessments',
  'actions',
  'overrides',
]);
export type JourneyCategory = z.infer<typeof JourneyCategory>;

const PREFIXES: Record<JourneyCategory, string> = {
  activity: 'risk.activity.',
  evidence: 'risk.evidence.',
  assessments: 'risk.assessment.',
  actions: 'risk.action.',
  overrides: 'risk.override.',
};

export const isOfCategory = (type: string, category: JourneyCategory) =>
  type.startsWith(PREFIXES[category]);

export const JourneyQuery = z.strictObject({
  category: JourneyCategory.optional(),
  before: RecordId.optional().describe('`nextCursor` of the previous page.'),
});

export const JourneyPage = z
  .object({ items: z.array(EventRecord), nextCursor: z.uuid().nullable() })
  .meta({ id: 'JourneyPage' });
