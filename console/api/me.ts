import { useApiQuery } from '../app.tsx';

const FIVE_MINUTES_MS = 300_000;

/** The signed-in person. Read every five minutes, so that a revoked role ends the session soon. */
export const useMe = () =>
  useApiQuery(['me'], (api, signal) => api.organization.readMe({ signal }), {
    staleMs: FIVE_MINUTES_MS,
    pollMs: FIVE_MINUTES_MS,
  });

export const useIsAdmin = () => {
  const { data } = useMe();
  return data?.role === 'owner' || data?.role === 'admin';
};

export const useIsOwner = () => useMe().data?.role === 'owner';

const COUNTS_MS = 30_000;

/** Numbers of waiting work, for the navigation. */
export const useCounts = () =>
  useApiQuery(['counts'], (api, signal) => api.risk.readCounts({ signal }), {
    staleMs: COUNTS_MS,
    pollMs: COUNTS_MS,
  });
