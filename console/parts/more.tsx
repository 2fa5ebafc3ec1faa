import { Button } from './button.tsx';
import { ROW } from './use-row-keys.ts';

/** Loads the next page of a list. */
export const More = ({
  list,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}) =>
  list.hasNextPage ? (
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
