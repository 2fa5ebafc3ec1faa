import type { Api } from '../../api/client.ts';

export type LookBackJob = Awaited<ReturnType<Api['jobs']['listJobs']>>['items'][number];
export type LookBack = Awaited<ReturnType<Api['screening']['readScreeningLookBack']>>;
export type Finding = Awaited<ReturnType<Api['screening']['listLookBackFindings']>>['items'][number];

export const LOOK_BACK_STATUS: Record<LookBack['status'], string> = {
  queued: 'Waiting to begin',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const UNAVAILABLE_WORDS: Record<LookBack['unavailable'][number]['reason'], string> = {
  not_archived: 'is not in the archive',
  other_release: 'was indexed by another release and is too large to be indexed again',
};

/** Who a finding is about: a row of a file, or a watch. */
export const nameOf = ({ row, reference }: Finding) => reference ?? (row === null ? 'a watch' : `row ${row}`);
