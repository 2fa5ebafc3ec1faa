import { type ReactNode, useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { useAsking } from './asking.ts';
import { Button } from './button.tsx';

/** What would be here, and the one thing to do. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

/** What failed, in the words of the service, with the request id for support. */
export function Failure({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const problem = isProblem(error) ? error : undefined;
  const { explain } = useAsking();
  if (problem?.code === 'invalid_path')
    return (
      <div className="notice bad" role="alert">
        <strong>Not found</strong>
        <p>There is no record with this id. Check the address.</p>
      </div>
    );
  // The same call by the same person is refused again.
  const canRetry = retry && problem?.status !== 403;
  return (
    <div className="notice bad" role="alert">
      <strong>{titleOf(problem?.status)}</strong>
      <p>{error instanceof Error ? error.message : 'Something failed.'}</p>
      {problem?.issues.map(({ path, message }) => (
        <p key={path + message}>
          <code>{path}</code> {message}
        </p>
      ))}
      {problem?.status === 403 && (
        <p>{explain('An owner or an admin of your organization may, or can change your role.')}</p>
      )}
      <div className="cluster">
        {canRetry && (
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        )}
        {problem?.requestId && <CopyText text={problem.requestId} label="Copy request id" />}
      </div>
    </div>
  );
}

function titleOf(status: number | undefined): string {
  if (status === 0) return 'No connection';
  if (status === 403) return 'Not allowed';
  if (status === 404) return 'Not found';
  if (status === 409) return 'This has changed';
  if (status === 429) return 'Too many requests';
  return status !== undefined && status >= 500 ? 'The service is unavailable' : 'This did not work';
}

export function CopyText({ text, label, onCopied }: { text: string; label: string; onCopied?: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      onCopied?.();
    });
  return (
    <Button look="plain" size="small" onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

const WIDTHS = ['72%', '54%', '63%', '48%', '68%', '58%'];

/** Grey lines while data loads. They appear after 150 ms, so that fast answers do not flicker. */
export const Skeleton = ({ lines = 4 }: { lines?: number }) => (
  <div className="stack card-body" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
      <div key={line} className="skeleton" style={{ width: WIDTHS[line % WIDTHS.length] }} />
    ))}
  </div>
);
