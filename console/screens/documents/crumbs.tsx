import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useMode } from '../../app.tsx';

/** Leads from a screen about documents to the list. */
export const Crumbs = () => {
  const mode = useMode();
  return (
    <>
      <Link to={pathIn(mode, 'documents')}>Documents</Link>
      <span aria-hidden="true">/</span>
    </>
  );
};
