import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useMode } from '../app.tsx';
import type { Mode } from '../mode.ts';
import { PLACES } from './navigation.ts';

/** Opens the same kind of page in another mode, without any data of the mode before. */
export function useSwitchMode() {
  const mode = useMode();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    (next: Mode) => {
      if (next === mode) return;
      client.clear();
      void navigate({ to: `/${next}/${placeOf(pathname)}` });
    },
    [mode, client, navigate, pathname],
  );
}

/** Ids belong to one mode, so a record leads to its list, or to the inbox if there is none. */
function placeOf(pathname: string): string {
  const kind = pathname.split('/')[2];
  return PLACES.find(({ path }) => path === kind)?.path ?? 'inbox';
}
