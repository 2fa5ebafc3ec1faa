import { Failure } from './states.tsx';

/** A list that is read page by page. */
export interface PagedList {
  error: unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): unknown;
}

/** Why the next page is missing. */
export const NextPageFailure = ({ list }: { list: PagedList }) =>
  list.isFetchNextPageError ? (
    <div className="card-body">
      <Failure error={list.error} retry={() => void list.fetchNextPage()} />
    </div>
  ) : null;
