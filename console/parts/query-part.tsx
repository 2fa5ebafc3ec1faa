import type { ReactNode } from 'react';
import { Failure, Skeleton } from './states.tsx';

interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  refetch(): unknown;
}

/** A part of a page that loads by itself: it may fail alone, and the page stays. */
export function QueryPart<Data>({
  query,
  lines = 4,
  children,
}: {
  query: QueryLike<Data>;
  lines?: number;
  children(data: Data): ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <div className="card-body">
        <Failure error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  return <Skeleton lines={lines} />;
}
