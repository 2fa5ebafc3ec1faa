import type { Api } from '../../api/client.ts';
import type { NewExport } from '../../domain/export-button.tsx';

export type Job = Awaited<ReturnType<Api['jobs']['listJobs']>>['items'][number];
export type ExportKind = NewExport['kind'];

const KINDS: Record<ExportKind, string> = {
  subjects: 'Subjects',
  worklist: 'Inbox',
  matches: 'Matches',
  runs: 'Screening runs',
  events: 'Event log',
  documents: 'Documents',
  screening_decisions: 'Remembered decisions',
  attestations: 'Attestations of lists',
  batch_rows: 'Results of a batch',
};

/** What the form offers. The results of a batch are exported from its page. */
export const ASKED_KINDS = (Object.entries(KINDS) as [ExportKind, string][]).filter(([kind]) => kind !== 'batch_rows');

export const STATUS_WORDS: Record<Job['status'], string> = {
  queued: 'Waiting',
  running: 'Running',
  completed: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const isOpen = ({ status }: Job) => status === 'queued' || status === 'running';

export function kindWords({ input }: Job): string {
  const { kind, format } = input as { kind?: ExportKind; format?: string };
  return `${kind ? KINDS[kind] : 'Records'}, ${format === 'ndjson' ? 'JSON lines' : 'CSV'}`;
}

/** `type job.requested · from 2026-03-01`. */
export function inputWords({ input }: Job): string {
  const { filter = {}, from, to } = input as { filter?: Record<string, unknown>; from?: string; to?: string };
  const parts = [
    ...Object.entries(filter).map(([name, value]) => `${name} ${String(value)}`),
    ...(from ? [`from ${from.slice(0, 10)}`] : []),
    ...(to ? [`until ${to.slice(0, 16).replace('T', ' ')}`] : []),
  ];
  return parts.join(' · ') || 'everything';
}
