import { Navigate } from '@tanstack/react-router';
import { useMe } from '../api/me.ts';
import { useMode } from '../app.tsx';
import { Skeleton } from '../parts/states.tsx';

/** Owners and admins begin with the overview, analysts with their inbox. */
export function Home() {
  const mode = useMode();
  const { data: me, isError } = useMe();
  if (!me && !isError) return <Skeleton />;
  return <Navigate to={me && me.role !== 'member' ? '/$mode/overview' : '/$mode/inbox'} params={{ mode }} replace />;
}
