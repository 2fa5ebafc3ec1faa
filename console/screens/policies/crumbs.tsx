import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { pathIn } from '../../address.ts';
import { useMode } from '../../app.tsx';

/** Where a screen of a policy belongs. `isNamed`: the title of the screen is not the key. */
export function Crumbs({
  policyKey,
  isNamed = false,
  isOfBacktest = false,
}: {
  policyKey?: string;
  isNamed?: boolean;
  isOfBacktest?: boolean;
}) {
  const mode = useMode();
  const steps = [
    { path: ['policies'], label: 'Policies' },
    ...(isNamed && policyKey !== undefined ? [{ path: ['policies', policyKey], label: policyKey }] : []),
    ...(isOfBacktest && policyKey !== undefined
      ? [{ path: ['policies', policyKey, 'backtests'], label: 'Backtests' }]
      : []),
  ];
  return steps.map(({ path, label }) => (
    <Fragment key={label}>
      <Link to={pathIn(mode, ...path)}>{label}</Link>
      <span aria-hidden="true">/</span>
    </Fragment>
  ));
}
