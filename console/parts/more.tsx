import { Button } from './button.tsx';
import { NextPageFailure, type PagedList } from './next-page.tsx';
import { ROW } from './use-row-keys.ts';

/** Loads the next page of a list. */
export const More = ({ list }: { list: PagedList & { isFetchingNextPage: boolean } }) => {
  if (list.isFetchNextPageError) return <NextPageFailure list={list} />;
  return list.hasNextPage ? (
    <div className="card-body">
      <Button
        {...ROW}
        size="small"
        blocked={list.isFetchingNextPage ? 'Loading.' : null}
        onClick={() => void list.fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  ) : null;
};
