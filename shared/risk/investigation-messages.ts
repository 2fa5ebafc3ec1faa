import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';

/** What the queue of investigations carries: where to look, never what was asked. */
export const DueInvestigation = z.object({
  ...ScopeParts,
  investigationId: z.uuid(),
});
export type DueInvestigation = z.infer<typeof DueInvestigation>;
