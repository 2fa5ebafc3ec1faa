import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Failure, Skeleton } from './states.tsx';
import { clockOf, useZone } from './time.tsx';

interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  isError: boolean;
  /** What is shown could not be read again. */
  isRefetchError?: boolean;
  dataUpdatedAt?: number;
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
  if (query.data !== undefined)
    return (
      <>
        {query.isRefetchError && <NotUpdated since={query.dataUpdatedAt} retry={() => void query.refetch()} />}
        {children(query.data)}
      </>
    );
  if (query.isError)
    return (
      <div className="card-body">
        <Failure error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  return <Skeleton lines={lines} />;
}

function NotUpdated({ since, retry }: { since: number | undefined; retry(): void }) {
  const zone = useZone();
  const clock = since ? ` since ${clockOf(new Date(since).toISOString(), zone)}` : '';
  return (
    <p className="not-updated" role="status">
      Not updated{clock}.
      <Button size="small" look="plain" onClick={retry}>
        Try again
      </Button>
    </p>
  );
}
