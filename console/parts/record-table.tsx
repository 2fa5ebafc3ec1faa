import type { ReactNode } from 'react';
import { More } from './more.tsx';
import type { PagedList } from './next-page.tsx';
import { QueryPart } from './query-part.tsx';
import { ScrollX } from './scrolling.tsx';
import { useRowKeys } from './use-row-keys.ts';

export interface Column<Row> {
  title: string;
  /** The title is for screen readers only, such as that of buttons. */
  isTitleHidden?: boolean;
  /** Classes of the cells, such as `quiet`; `right` also aligns the title. */
  look?: string;
  cell(row: Row): ReactNode;
}

/** Rows in columns, which scroll sideways where they do not fit. */
export function Table<Row>({
  columns,
  rows,
  idOf,
  caption,
  isLink = false,
  className,
}: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf(row: Row): string;
  caption?: string;
  /** Each row has a link to its record. */
  isLink?: boolean;
  className?: string;
}) {
  return (
    <ScrollX label={caption} {...(className !== undefined && { className })}>
      <table className="table">
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ title, isTitleHidden, look }) => (
              <th key={title} scope="col" className={look?.includes('right') ? 'right' : undefined}>
                {isTitleHidden ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} className={isLink ? 'is-link' : undefined}>
              {columns.map(({ title, look, cell }) => (
                <td key={title} className={look}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}

type Query = Parameters<typeof QueryPart>[0]['query'];

interface RecordListProps<Row> {
  /** How the rows were read: at once or page by page. */
  list: Query | (Query & PagedList & { isFetchingNextPage: boolean });
  rows: readonly Row[];
  /** Shown if there are no rows. */
  empty?: ReactNode;
  lines?: number;
}

/** The records of a screen with what is shown while they load, if they fail and if there are none. `j` and `k` move. */
export function RecordList<Row>({
  list,
  rows,
  empty,
  lines = 4,
  children,
}: RecordListProps<Row> & { children(rows: readonly Row[]): ReactNode }) {
  useRowKeys();
  return (
    <>
      <QueryPart query={list} lines={lines}>
        {() => (rows.length === 0 && empty !== undefined ? empty : children(rows))}
      </QueryPart>
      {'fetchNextPage' in list && <More list={list} />}
    </>
  );
}

/** The records of a screen as a table. */
export const RecordTable = <Row,>({
  list,
  rows,
  empty,
  lines,
  ...table
}: RecordListProps<Row> & Omit<Parameters<typeof Table<Row>>[0], 'rows'>) => (
  <RecordList list={list} rows={rows} empty={empty} {...(lines !== undefined && { lines })}>
    {(shown) => <Table {...table} rows={shown} />}
  </RecordList>
);
