import * as z from 'zod';

/** What the queue of investigations carries: where to look, never what was asked. */
export const DueInvestigation = z.object({
  organizationId: z.string(),
  mode: z.enum(['test', 'live']),
  investigationId: z.uuid(),
});
export type DueInvestigation = z.infer<typeof DueInvestigation>;
