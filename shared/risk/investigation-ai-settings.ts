import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';

/**
 * Whether the organization consents to sending its records to a language model, and who decided it.
 */
export const NewAiSettings = z
  .strictObject({ aiInvestigations: z.boolean() })
  .meta({ id: 'NewInvestigationAiSettings', examples: [{ aiInvestigations: true }] });

export const AiSettings = z
  .object({
    aiInvestigations: z.boolean(),
    updatedAt: Timestamp.nullable().describe('Null until the owner decides; AI assistance is refused until then.'),
    updatedBy: z.string().nullable(),
  })
  .meta({
    id: 'InvestigationAiSettings',
    examples: [
      {
        aiInvestigations: true,
        updatedAt: '2026-03-14T09:26:53.589Z',
        updatedBy: 'user:4b7e2f0c-9d1a-4c3e-8f5b-2a6d7c8e9f00',
      },
    ],
  });
export type AiSettings = z.infer<typeof AiSettings>;
