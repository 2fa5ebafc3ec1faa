import { Problem } from '@assay/foundation';
import { csvLine } from '@assay/foundation/csv';
import { listDocuments } from '#shared/documents/index.ts';
import type { Context } from '#shared/platform/context.ts';
import { positionAt } from '#shared/platform/ids.ts';
import { JobFailure } from '#shared/platform/jobs/run-job.ts';
import { listHistory, ID_SLACK_MS as SLACK_MS } from '#shared/platform/store/history.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { listRecords, listWorklist, presentEvent } from '#shared/risk/index.ts';
import { MatchState } from '#shared/screening/contract.ts';
import {
  FIRST_PAGE,
  listAttestations,
  listDecisions,
  listMatches,
  listResults,
  listRuns,
  pageAfter,
  pendingMatches,
} from '#shared/screening/index.ts';
import type { NewExport } from './export.ts';
import { columnsOf } from './export-columns.ts';

/** The pages of one list of records, as the API returns them; `next` is null on the last. */
export type RecordList = (offset: number) => Promise<{ records: ExportedRecord[]; next: number | null }>;
export type ExportedRecord = object;

/** The lists that an export reads, one after another. */
export function listsOf(context: Context, input: NewExport): RecordList[] {
  const { store, caller, now } = context;
  if (input.kind === 'worklist')
    return [async (offset) => unbounded(await listWorklist(context, { ...input.filter, offset }, pendingMatches))];
  if (input.kind === 'batch_rows') return [(offset) => batchRows(context, input.filter, offset)];
  const range = rangeOf(input, now);
  switch (input.kind) {
    case 'subjects': {
      const madeAt = ({ data }: { data: object }) => ('createdAt' in data ? String(data.createdAt) : '');
      const read = (offset: number) => listRecords(context, 'subjects', { offset, ...input.filter });
      return [ascending(read, madeAt, range)];
    }
    case 'events': {
      const read = (offset: number) => listHistory(store, caller, { offset, ...input.filter });
      const list = ascending(read, ({ occurredAt }) => occurredAt, range);
      return [
        async (offset) => {
          const { records, next } = await list(offset);
          return { records: records.map((event) => presentEvent(event as Parameters<typeof presentEvent>[0])), next };
        },
      ];
    }
    case 'matches': {
      const { decision, ...filter } = input.filter ?? {};
      const states = decision ? [decision] : MatchState.options;
      return states.map((state) =>
        ascending(
          (offset) => listMatches(store, caller, { ...filter, state, offset }),
          ({ run }) => run.createdAt,
          range,
        ),
      );
    }
    case 'documents': {
      const read = (offset: number) => listDocuments(context, { offset, ...input.filter });
      return [ascending(read, ({ createdAt }) => createdAt, range)];
    }
    case 'screening_decisions':
      return [
        async (offset) => {
          const { items, nextOffset } = await listDecisions(context, { offset, ...input.filter });
          return { records: items.filter(({ decidedAt }) => isWithin(decidedAt, range)), next: nextOffset };
        },
      ];
    case 'attestations':
      return [(offset) => attestations(context, range, offset)];
    case 'runs':
      return [(offset) => runsFrom(context, input.filter ?? {}, range, offset)];
  }
}

interface Range {
  from: string | undefined;
  to: string;
}

const rangeOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Range => ({
  from: from && new Date(from).toISOString(),
  to: to ? new Date(to).toISOString() : now.toISOString(),
});

const unbounded = <T extends object>({ items, nextOffset }: Page<T>) => ({ records: items, next: nextOffset });

/**
 * A list in order of creation begins at `from`, without reading what is before it, and ends at the first page that has
 * nothing before `to`. The order of two records made at about the same time is not that of their times.
 */
const ascending =
  <T extends object>(
    read: (offset: number) => Promise<Page<T>>,
    timeOf: (item: T) => string,
    range: Range,
  ): RecordList =>
  async (offset) => {
    const start = range.from === undefined ? 0 : Math.max(0, positionAt(new Date(Date.parse(range.from) - SLACK_MS)));
    const { items, nextOffset } = await read(Math.max(offset, start));
    const last = items.at(-1);
    const isOver = last !== undefined && timeOf(last) >= new Date(Date.parse(range.to) + SLACK_MS).toISOString();
    return { records: items.filter((item) => isWithin(timeOf(item), range)), next: isOver ? null : nextOffset };
  };

const isWithin = (time: string, { from, to }: Range) => (from === undefined || time >= from) && time < to;

/** Newest first: runs have no list in order of creation. */
async function runsFrom(
  context: Context,
  filter: Parameters<typeof listRuns>[1] extends infer Query ? Omit<Query, 'page' | 'limit'> : never,
  range: Range,
  offset: number,
) {
  const newest = pageAfter(positionAt(new Date(Date.parse(range.to) + SLACK_MS)));
  const page = offset || Math.max(FIRST_PAGE, newest);
  const { items, nextPage } = await listRuns(context, { ...filter, page, limit: RUNS_PER_PAGE });
  const last = items.at(-1);
  const isOver = last !== undefined && range.from !== undefined && last.createdAt < range.from;
  return { records: items.filter(({ createdAt }) => isWithin(createdAt, range)), next: isOver ? null : nextPage };
}

/** Days that begin within the range. An offset is the number of a day. */
async function attestations({ store, caller }: Context, range: Range, offset: number) {
  const from = offset > 0 ? dayNumbered(offset) : (range.from ?? FIRST_DAY).slice(0, FIRST_DAY.length);
  const { items, nextFrom } = await listAttestations(store, caller, { from, to: range.to.slice(0, FIRST_DAY.length) });
  const records = items.filter(({ date }) => isWithin(`${date}T00:00:00.000Z`, range));
  return { records, next: nextFrom === null ? null : Date.parse(nextFrom) / DAY_MS };
}

const FIRST_DAY = '1970-01-01';
const DAY_MS = 24 * 60 * 60 * 1000;
const dayNumbered = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, FIRST_DAY.length);

async function batchRows(
  context: Context,
  { batchId, status }: Extract<NewExport, { kind: 'batch_rows' }>['filter'],
  offset: number,
) {
  const page = await listResults(context, batchId, { from: offset || 1, limit: ROWS_PER_PAGE, status }).catch(
    (error: unknown) => {
      const isFinal = error instanceof Problem && error.status < 500;
      throw isFinal ? new JobFailure(error.code, error.message) : error;
    },
  );
  return { records: page.items, next: page.nextFrom };
}

const ROWS_PER_PAGE = 1_000;
const RUNS_PER_PAGE = 50;

/** The lines of a file. */
export function linesOf({ kind, format }: NewExport): { head: Buffer; line: (record: ExportedRecord) => string } {
  if (format === 'ndjson') return { head: Buffer.alloc(0), line: (record) => `${JSON.stringify(record)}\n` };
  const columns = columnsOf(kind);
  return {
    head: Buffer.from(csvLine(Object.keys(columns))),
    line: (record) => csvLine(Object.values(columns).map((path) => cellAt(record, path))),
  };
}

/** Lists are one cell; members that are not text or numbers are JSON. */
function cellAt(record: ExportedRecord, path: string): unknown {
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (Array.isArray(value)) value = value.map((item) => (item as Record<string, unknown>)[name]);
    else value = (value as Record<string, unknown> | null | undefined)?.[name];
  }
  if (Array.isArray(value)) return value.every(isPlain) ? value : JSON.stringify(value);
  return isPlain(value) ? value : JSON.stringify(value);
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object';
