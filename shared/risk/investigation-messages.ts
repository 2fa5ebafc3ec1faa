import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';

/** Message of the investigation queue. It contains ids only, never the question. */
export const DueInvestigation = z.object({
  ...ScopeParts,
  investigationId: z.uuid(),
});
export type DueInvestigation = z.infer<typeof DueInvestigation>;
