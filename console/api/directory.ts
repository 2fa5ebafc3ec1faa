import { useApiQuery } from '../app.tsx';

export const DIRECTORY_MS = 300_000;
const NOBODY: readonly never[] = [];

/** Names of people by user id, with any token issuer. */
export function useDirectory() {
  const { data } = useApiQuery(['directory'], (api, signal) => api.organization.listDirectory({ signal }), {
    staleMs: DIRECTORY_MS,
  });
  return data?.items ?? NOBODY;
}
