import * as z from 'zod';
import { BatchedRun } from '../batch.ts';
import type { UploadedRow } from './read-row.ts';

/** The result of a row of an uploaded file. */
export const BatchRow = z.object({
  line: z.int().describe('Line of the file on which the row begins; the headings of a CSV file are before the first.'),
  ...BatchedRun.shape,
  runId: z
    .uuid()
    .nullable()
    .describe(
      'The run of the row. Null if the row has no match and names no risk subject: such a row is stored in this ' +
        'result alone.',
    ),
  matchedList: z.string().nullable().describe('List of the match with the highest score.'),
  matchedEntryId: z.string().nullable(),
  matchedListedName: z.string().nullable(),
  sameAsLine: z.int().nullable().describe('Line of an earlier row that is identical, and that was screened instead.'),
  isUnchanged: z
    .boolean()
    .describe(
      'Whether `runId` is an earlier run: the newest of the risk subject with these lists and scores screened the same ' +
        'data and found the same.',
    ),
});
export type BatchRow = z.infer<typeof BatchRow>;

export const BatchRows = z.array(BatchRow);
export type BatchRows = z.infer<typeof BatchRows>;

const NOTHING = {
  matchedList: null,
  matchedEntryId: null,
  matchedListedName: null,
  sameAsLine: null,
  isUnchanged: false,
};

/** A row that was refused, when it was read or when it was screened. */
export const refusedRow = ({ line, item }: UploadedRow, problem: NonNullable<BatchedRun['problem']>): BatchRow => ({
  ...NOTHING,
  line,
  reference: item?.reference ?? null,
  riskSubjectId: item?.riskSubjectId ?? null,
  runId: null,
  status: null,
  incomplete: null,
  incompleteReasons: [],
  errorCode: null,
  topScore: null,
  matchCount: 0,
  problem,
});

type Outcome = Pick<BatchRow, 'incomplete' | 'incompleteReasons' | 'errorCode' | 'topScore' | 'status'> & {
  matches: readonly { source: string; listedName: string; score: number; entryId: string }[];
};

export function screenedRow(
  { line, item }: UploadedRow,
  outcome: Outcome,
  { runId, isUnchanged }: Pick<BatchRow, 'runId' | 'isUnchanged'>,
): BatchRow {
  const { status, incomplete, incompleteReasons, errorCode, topScore, matches } = outcome;
  const [top] = matches;
  return {
    line,
    reference: item?.reference ?? null,
    riskSubjectId: item?.riskSubjectId ?? null,
    runId,
    status,
    incomplete,
    incompleteReasons,
    errorCode,
    topScore,
    matchCount: matches.length,
    matchedList: top?.source ?? null,
    matchedEntryId: top?.entryId ?? null,
    matchedListedName: top?.listedName ?? null,
    sameAsLine: null,
    isUnchanged,
  };
}

/** The result of a row that is the same as an earlier one; its own reference is shown. */
export const repeatedRow = ({ line, item }: UploadedRow, first: BatchRow): BatchRow => ({
  ...first,
  line,
  reference: item?.reference ?? null,
  sameAsLine: first.line,
});
