import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';
import { usePages } from './pages.ts';

export type WorkRequest = Awaited<ReturnType<Api['risk']['createRequest']>>;
export type NewRequest = Parameters<Api['risk']['createRequest']>[0]['body'];
export type RequestKind = NewRequest['kind'];

/** Requests about a subject, newest first. */
export const useRequestsOf = (subjectId: string | undefined, isOn = true) =>
  useApiQuery(
    ['subject', subjectId, 'requests'],
    (api, signal) => api.risk.listRequests({ params: { id: subjectId ?? '' }, query: { order: 'newest' }, signal }),
    { isOn: isOn && subjectId !== undefined },
  );

/** Requests that wait for the signed-in person, oldest first. */
export const useWaitingRequests = () =>
  usePages(['requests', 'waiting'], (api, { offset, signal }) =>
    api.risk.listWaitingRequests({ query: { waitsFor: 'me', offset }, signal }),
  );
