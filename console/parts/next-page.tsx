import { useCallback, useEffect } from 'react';
import { Failure } from './states.tsx';

interface PagedList {
  error: unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

/**
 * Loads the next page when the end of the list is seen, or at once while no row is found: a page of
 * a filtered list can be empty and still have a next one. Stops after a failure.
 */
export function useNextPage(list: PagedList, rows: number): () => void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  const onEnd = useCallback(() => {
    if (canLoad) void fetchNextPage();
  }, [canLoad, fetchNextPage]);
  useEffect(() => {
    if (rows === 0) onEnd();
  }, [rows, onEnd]);
  return onEnd;
}

/** Why the next page is missing. */
export const NextPageFailure = ({ list }: { list: PagedList }) =>
  list.isFetchNextPageError ? (
    <div className="card-body">
      <Failure error={list.error} retry={() => void list.fetchNextPage()} />
    </div>
  ) : null;
