import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useMode } from '../../app.tsx';

/** Leads from a screening back to its form, and from a batch to the list of batches. */
export function Crumbs({ isOfBatch = false }: { isOfBatch?: boolean }) {
  const mode = useMode();
  return (
    <>
      <Link to={pathIn(mode, 'screen')}>Screen someone</Link>
      <span aria-hidden="true">/</span>
      {isOfBatch && (
        <>
          <Link to={pathIn(mode, 'screen', 'batches')}>Batches</Link>
          <span aria-hidden="true">/</span>
        </>
      )}
    </>
  );
}
