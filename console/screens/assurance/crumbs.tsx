import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useMode } from '../../app.tsx';

/** Leads from the tests back to the lists and profiles that they test. */
export function Crumbs({ isOfTest = false }: { isOfTest?: boolean }) {
  const mode = useMode();
  return (
    <>
      <Link to={pathIn(mode, 'lists')}>Screening lists</Link>
      <span aria-hidden="true">/</span>
      {isOfTest && (
        <>
          <Link to={pathIn(mode, 'assurance')}>Assurance</Link>
          <span aria-hidden="true">/</span>
        </>
      )}
    </>
  );
}
