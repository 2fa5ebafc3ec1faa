import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';

export type Waiting = Awaited<ReturnType<Api['organization']['listProposals']>>['items'][number];

const POLL_MS = 30_000;

/** The open proposals of every kind, or those of this person that another one closed. */
export const useProposals = (status: 'open' | 'closed') =>
  useApiQuery(
    ['proposals', status],
    (api, signal) => api.organization.listProposals({ query: { status }, signal }),
    status === 'open' ? { pollMs: POLL_MS } : {},
  );
