import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useMemo } from 'react';
import { type Api, createApi } from './api/client.ts';
import { isProblem } from './api/problem.ts';
import type { Mode } from './mode.ts';

/** The signed-in session of this tab. */
export interface Session {
  getToken(): Promise<string>;
  signOut(): Promise<void>;
  /**
   * Signs in again in a window of its own, so that this page keeps what is typed. Rejects if another user
   * signed in; then the page is being replaced.
   */
  signInAgain(): Promise<void>;
  /** The service refused the token: the session is over. */
  expire(): void;
  onSignedOut(listener: () => void): () => void;
  /** Origin of the customer's own system, for subject cards. */
  readonly subjectCardOrigin: string | null;
}

/** What every screen needs: the session, and through it the API in the mode of the address. */
const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session above this component.');
  return session;
}

/** The mode of everything below, which begins anew when the address changes to the other mode. */
const ModeContext = createContext<Mode | undefined>(undefined);
export const ModeProvider = ModeContext.Provider;

/** The mode is part of every address, so a link never opens the wrong data. */
export function useMode(): Mode {
  const begun = useContext(ModeContext);
  const { mode } = useParams({ strict: false });
  if (begun) return begun;
  return mode === 'live' ? 'live' : 'test';
}

export function useApi(): Api {
  const session = useSession();
  const mode = useMode();
  return useMemo(
    () =>
      createApi({
        mode,
        token: () => session.getToken(),
        onUnauthorized: () => session.expire(),
      }),
    [session, mode],
  );
}

const FRESH_MS = 15_000;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // The client retries what is safe and useful to retry.
        retry: false,
        refetchOnWindowFocus: true,
        // Off by default in this network mode.
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** A query of the API in the current mode. The mode is part of the key, so caches never mix. */
export function useApiQuery<Result>(
  key: readonly unknown[],
  read: (api: Api, signal: AbortSignal) => Promise<Result>,
  options: {
    isOn?: boolean;
    staleMs?: number;
    pollMs?: number;
    /** Polls only while this is true of what was read. */
    pollWhile?: (result: Result) => boolean;
  } = {},
) {
  const api = useApi();
  const mode = useMode();
  return useQuery<Result>({
    queryKey: [mode, ...key],
    queryFn: ({ signal }) => read(api, signal),
    enabled: options.isOn ?? true,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.pollMs !== undefined && {
      refetchInterval: ({ state: { data } }: { state: { data: Result | undefined } }) =>
        options.pollWhile === undefined || (data !== undefined && options.pollWhile(data))
          ? (options.pollMs ?? false)
          : false,
    }),
  });
}

/** Marks queries of the current mode as outdated, by the first parts of their keys. */
export function useInvalidate() {
  const client = useQueryClient();
  const mode = useMode();
  return useCallback(
    (...keys: readonly (readonly unknown[])[]) =>
      Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [mode, ...key] }))),
    [client, mode],
  );
}

/** An address with an id that cannot exist has nothing to show either. */
export const isNotFound = (error: unknown) =>
  isProblem(error) && (error.status === 404 || error.code === 'invalid_path');
