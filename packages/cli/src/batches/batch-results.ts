import { REFUSED, type ResultLine } from '../bulk/writer.ts';
import type { Client } from '../client.ts';

type BatchRow = Awaited<ReturnType<Client['screening']['listScreeningBatchRows']>>['items'][number];
export type RowStatus = BatchRow['status'] | 'failed';

/** Headings of the results of screening, of rows by themselves and in batches. */
export const RESULTS = [
  'id',
  'topScore',
  'matches',
  'parties',
  'list',
  'entryId',
  'listedName',
  'measures',
  'incomplete',
  'runId',
];

/** Headings of the results of a batch whose rows are not those of a file of this machine. */
export const RESULTS_WITH_LINES = ['line', ...RESULTS];

const ROWS_PER_PAGE = 1_000;

/** Results of a batch from a row on, as far as its rows have been screened. */
export async function* resultsOf(
  client: Client,
  id: string,
  { from, status, signal }: { from: number; status?: NonNullable<RowStatus>; signal?: AbortSignal },
): AsyncGenerator<ResultLine> {
  for (let next: number | null = from; next !== null; ) {
    const page: { items: BatchRow[]; nextFrom: number | null } = await client.screening.listScreeningBatchRows({
      params: { id },
      query: { from: next, limit: ROWS_PER_PAGE, ...(status && { status }) },
      ...(signal && { signal }),
    });
    yield* page.items.map(resultLine);
    next = page.nextFrom;
  }
}

function resultLine(result: BatchRow): ResultLine {
  const { row, status, reference, problem } = result;
  return {
    row,
    outcome: status ?? REFUSED,
    values: {
      line: result.line,
      id: reference ?? undefined,
      topScore: result.topScore ?? undefined,
      matches: status === null ? undefined : result.matchCount,
      list: result.matchedList ?? undefined,
      entryId: result.matchedEntryId ?? undefined,
      listedName: result.matchedListedName ?? undefined,
      incomplete: result.incompleteReasons,
      runId: result.runId ?? undefined,
      code: result.errorCode ?? undefined,
    },
    details: { result },
    fault: problem,
  };
}
