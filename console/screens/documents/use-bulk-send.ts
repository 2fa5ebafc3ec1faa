import type { Api } from '../../api/client.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import type { Tone } from '../../parts/pill.tsx';
import { toast } from '../../parts/toast.tsx';

export type BulkSend = Awaited<ReturnType<Api['documents']['readBulkSend']>>;
type Status = BulkSend['status'];

const POLL_MS = 1_000;

export const isOpen = ({ status }: Pick<BulkSend, 'status'>) => status === 'queued' || status === 'running';

/** A bulk send or a check, read again until it has ended or waits for another day. */
export const useBulkSend = (id: string | undefined) =>
  useApiQuery(['bulk-send', id], (api, signal) => api.documents.readBulkSend({ params: { id: id ?? '' }, signal }), {
    isOn: id !== undefined,
    pollMs: POLL_MS,
    pollWhile: (bulk) => isOpen(bulk) && !bulk.paused,
  });

export function useCancelBulkSend() {
  const api = useApi();
  const invalidate = useInvalidate();
  return async ({ id, dryRun }: BulkSend) => {
    await api.jobs.cancelJob({ params: { id } });
    toast(dryRun ? 'The check was stopped.' : 'Nothing more is sent. Documents that were sent stay sent.');
    await invalidate(['bulk-send', id], ['jobs']);
  };
}

/** The address of a report is valid for minutes, so it is read when it is used. */
export function useDownloadReport() {
  const api = useApi();
  return async ({ id }: Pick<BulkSend, 'id'>) => {
    const { report } = await api.documents.readBulkSend({ params: { id } });
    if (report) window.location.assign(report.url);
    else toast('The report was deleted. Reports are kept for seven days.', { tone: 'bad' });
  };
}

const STATUS: Record<Status, { word: string; tone: Tone }> = {
  queued: { word: 'Waiting', tone: 'neutral' },
  running: { word: 'Running', tone: 'info' },
  completed: { word: 'Completed', tone: 'ok' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
};

/** What a bulk send is marked with; one that has used the limit of its day waits for the next. */
export const markOf = ({ status, paused }: Pick<BulkSend, 'status' | 'paused'>): { word: string; tone: Tone } =>
  paused ? { word: 'Paused', tone: 'warn' } : STATUS[status];
