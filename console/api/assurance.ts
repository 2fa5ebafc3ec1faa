import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';
import { usePages } from './pages.ts';

export type Assurance = Awaited<ReturnType<Api['screening']['readScreeningAssurance']>>;
export type AssuranceSummary = Awaited<ReturnType<Api['screening']['listScreeningAssurances']>>['items'][number];
export type AssuranceResult = NonNullable<Assurance['result']>;

const POLL_MS = 2_000;

export const isOpen = ({ status }: Pick<Assurance, 'status'>) => status === 'queued' || status === 'running';

/** Tests of effectiveness, the newest first. */
export const useAssurances = () =>
  usePages(
    ['assurances'],
    (api, { offset, signal }) => api.screening.listScreeningAssurances({ query: { offset }, signal }),
    { pollMs: POLL_MS, pollWhile: (tests: readonly AssuranceSummary[]) => tests.some(isOpen) },
  );

export const useAssurance = (id: string) =>
  useApiQuery(['assurances', id], (api, signal) => api.screening.readScreeningAssurance({ params: { id }, signal }), {
    pollMs: POLL_MS,
    pollWhile: isOpen,
  });
