import * as z from 'zod';
import { jobShape } from '#shared/platform/jobs/job.ts';

/** The job that creates watches of the rows of a batch. */
export const BatchWatches = z
  .object({ ...jobShape, batchId: z.uuid().describe('The batch whose rows are watched.') })
  .meta({ id: 'BatchWatches' });
export type BatchWatches = z.infer<typeof BatchWatches>;
