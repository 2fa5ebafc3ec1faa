import { type ReactNode, useCallback, useEffect } from 'react';
import { Button } from './button.tsx';
import { NextPageFailure, type PagedList } from './next-page.tsx';
import { Rows, type RowsProps } from './rows.tsx';
import { Failure, Skeleton } from './states.tsx';

interface RowsQuery extends PagedList {
  isPending: boolean;
  isError: boolean;
  refetch(): unknown;
}

/** Rows that load page by page, and what is shown while they load, if they fail and if there are none. */
export function PagedRows<Item>({
  list,
  empty,
  ...rows
}: { list: RowsQuery; empty: ReactNode } & Omit<RowsProps<Item>, 'onEnd'>) {
  const count = rows.items.length;
  const onEnd = useNextPage(list, count);
  if (count > 0)
    return (
      <>
        <LostRow {...rows} />
        <Rows {...rows} onEnd={onEnd} />
        <NextPageFailure list={list} />
      </>
    );
  if (list.isFetchNextPageError) return <NextPageFailure list={list} />;
  if (list.isError)
    return (
      <div className="card-body">
        <Failure error={list.error} retry={() => void list.refetch()} />
      </div>
    );
  return list.isPending || list.hasNextPage ? <Skeleton lines={10} /> : empty;
}

/** Says that the selected record has left the list, and where the selection is now. */
function LostRow<Item>({
  items,
  idOf,
  nameOf,
  selection: { active, lost, choose },
}: Pick<RowsProps<Item>, 'items' | 'idOf' | 'nameOf' | 'selection'>) {
  const now = items.find((item) => idOf(item) === active);
  return (
    <div role="status">
      {lost !== undefined && now !== undefined && (
        <div className="notice warn lost-row">
          <p>
            <strong>{nameOf(lost)}</strong> has left this list. Keys act again when you move to a row.
          </p>
          <Button size="small" onClick={() => choose(idOf(now))}>
            Go on with {nameOf(now)}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * Loads the next page when the last rows come into view, or at once while there are no rows: a page of
 * a filtered list can be empty and still have a next one. Stops after a failure.
 */
function useNextPage(list: PagedList, count: number): () => void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  const onEnd = useCallback(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  useEffect(() => {
    if (count === 0) onEnd();
  }, [count, onEnd]);
  return onEnd;
}
