import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useMode } from './app.tsx';

/** The query of the address as text. Filters, sorting and the open panel are part of it. */
export function useAddressQuery(): Readonly<Record<string, string | undefined>> {
  return useSearch({ strict: false }) as Record<string, string | undefined>;
}

/** Changes parts of the query; undefined removes one. */
export function useSetAddressQuery() {
  const navigate = useNavigate();
  return useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
        replace: true,
      } as never),
    [navigate],
  );
}

/** A parameter of the path, such as the id of a subject. */
export function usePathParam(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  return params[name] ?? '';
}

/** Opens a place of the same mode: `go('subjects', id)`. */
export function useGo() {
  const navigate = useNavigate();
  const mode = useMode();
  return useCallback((...parts: readonly string[]) => navigate({ to: pathIn(mode, ...parts) }), [navigate, mode]);
}

export const pathIn = (mode: string, ...parts: readonly string[]) =>
  `/${[mode, ...parts].map(encodeURIComponent).join('/')}`;
