import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { Instant, notBlank, prose, text } from '#shared/platform/http/shapes.ts';
import { SUMMARY_CHARACTERS, TITLE_CHARACTERS } from './limits.ts';

/**
 * An event that a client reports about a subject. It is context for people: not evidence, and it
 * triggers nothing.
 */
export const ActivityCategory = z.enum([
  'account',
  'authentication',
  'payment',
  'profile',
  'device',
  'communication',
  'compliance',
  'other',
] as const);

export const NewActivity = z
  .strictObject({
    activityType: DefinitionKey.describe('A dotted name of your choice.'),
    category: ActivityCategory,
    title: notBlank(text(TITLE_CHARACTERS)),
    summary: prose(SUMMARY_CHARACTERS).nullish(),
    occurredAt: Instant,
    reference: notBlank(text(TITLE_CHARACTERS)).nullish(),
  })
  .meta({
    id: 'NewActivity',
    examples: [
      {
        activityType: 'login.succeeded',
        category: 'authentication',
        title: 'Signed in from a new device',
        occurredAt: '2026-03-14T09:20:00Z',
      },
    ],
  });
export type NewActivity = z.infer<typeof NewActivity>;
