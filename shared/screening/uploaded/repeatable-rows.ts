import type { BatchRow } from './batch-row.ts';
import type { UploadedRow } from './read-row.ts';

/** The order in which the outcomes of two rows were recorded on one subject would be left to chance. */
export const REPEATED_SUBJECT = {
  code: 'repeated_subject',
  detail: 'An earlier row with other data has the same `riskSubjectId`. Screen a subject once.',
};

export const hasFailed = ({ status }: BatchRow) => status === null || status === 'error';

/** Whether a row that failed may have another outcome: a row that could not be read has none. */
export const isRepeatable = ({ item }: UploadedRow, result: BatchRow) =>
  item !== undefined && hasFailed(result) && result.problem?.code !== REPEATED_SUBJECT.code;

export const repeatableIn = (rows: readonly UploadedRow[], results: readonly BatchRow[]) =>
  rows.filter((row, index) => {
    const result = results[index];
    return result !== undefined && isRepeatable(row, result);
  }).length;
