import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useMode } from '../../app.tsx';

/** Leads from a screening back to its form, and from a batch or look-back to the list of them. */
export function Crumbs({ isOfBatch = false, isOfLookBack = false }: { isOfBatch?: boolean; isOfLookBack?: boolean }) {
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
      {isOfLookBack && (
        <>
          <Link to={pathIn(mode, 'screen', 'look-backs')}>Look-backs</Link>
          <span aria-hidden="true">/</span>
        </>
      )}
    </>
  );
}
