import * as z from 'zod';
import { ScreeningStatus } from '../run.ts';
import { BatchRow } from './batch-row.ts';

/** `failed`: rows that were refused. */
export const RowStatus = z.enum([...ScreeningStatus.options, 'failed']);
export type RowStatus = z.infer<typeof RowStatus>;

export const NumberedRow = BatchRow.extend({ row: z.int().describe('Number of the row in the file, from 1.') }).meta({
  id: 'ScreeningBatchRow',
  examples: [
    {
      row: 1,
      line: 2,
      reference: 'row 1',
      riskSubjectId: null,
      runId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
      status: 'possible_match',
      incomplete: false,
      incompleteReasons: [],
      errorCode: null,
      topScore: 82,
      matchCount: 1,
      matchedList: 'eu_fsf',
      matchedEntryId: 'EU.27.28',
      matchedListedName: 'Viktor Example Petrov',
      sameAsLine: null,
      isUnchanged: false,
    },
  ],
});
export type NumberedRow = z.infer<typeof NumberedRow>;
