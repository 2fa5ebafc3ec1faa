import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pathIn } from '../address.ts';
import { useMode } from '../app.tsx';
import { useAsking } from '../parts/asking.ts';

interface NextStepProps {
  /** A screen of this mode. */
  to: readonly string[];
  search?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Leads from an empty list to the screen where work goes on. */
export const NextStep = ({ to, search = {}, children }: NextStepProps) => (
  <Link className="button" to={pathIn(useMode(), ...to)} search={search}>
    {children}
  </Link>
);

/** For what the console has no form for. */
export const ApiReference = () => (
  <a className="button" href="/docs">
    API reference
  </a>
);

/** A next step that only some people may take; others read whom to ask. */
export function IfAllowed({ blocked, children }: { blocked: string | null; children: ReactNode }) {
  const { explain } = useAsking();
  return blocked === null ? children : <p>{explain(blocked)}</p>;
}
