import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { useMode } from './app.tsx';

export type AddressQuery = Readonly<Record<string, string | undefined>>;

/** The query of the address as text. Filters, sorting and the open panel are part of it. */
export function useAddressQuery(): AddressQuery {
  return useSearch({ strict: false }) as AddressQuery;
}

/** A value of the address if it is one of those a screen knows. Others come from links made by hand, and are ignored. */
export const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A text of the address if it is an id. */
export const uuidIn = (text: string | undefined) => (text !== undefined && UUID.test(text) ? text : undefined);

/** Changes parts of the query; undefined removes one. */
export function useSetAddressQuery() {
  const navigate = useNavigate();
  return useCallback(
    (changes: AddressQuery) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
        replace: true,
      }),
    [navigate],
  );
}

/** After this time on a row it becomes part of the address: not each row that `j` passes. */
const SELECTED_MS = 250;

/**
 * Keeps the selected row in the address as `selected`, for a reload, for Back and for others. The first row is where
 * a list begins, so it is named only once the person has been elsewhere. While `isKept` is false the address stays as
 * it is: the selection has moved by itself.
 */
export function useSelectedInAddress(id: string | undefined, { first, isKept }: { first?: string; isKept: boolean }) {
  const { selected } = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const isNew = isKept && id !== undefined && id !== selected && (selected !== undefined || id !== first);
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => void setQuery({ selected: id }), SELECTED_MS);
    return () => clearTimeout(timer);
  }, [isNew, id, setQuery]);
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
