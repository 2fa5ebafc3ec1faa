import { useQueries } from '@tanstack/react-query';
import { useApi, useMode } from '../app.tsx';
import type { Api } from './client.ts';
import type { RecordOf } from './records.ts';

type Simulated = Awaited<ReturnType<Api['risk']['simulatePolicy']>>['results'][number];
type Receipt = RecordOf<'evidence'>['data'];

export interface AssessmentPreview {
  outcome: Simulated | undefined;
  /** Older evidence was not read, so that the assessment may differ. */
  isPartial: boolean;
}

const MOST_PAGES = 10;

/** What an assessment of the subject with each policy version would be now. Nothing is stored. */
export function usePreviews(subjectId: string, versions: readonly RecordOf<'policies'>[]) {
  const api = useApi();
  const mode = useMode();
  return useQueries({
    queries: versions.map(({ id, data }) => ({
      queryKey: [mode, 'subject', subjectId, 'preview', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        previewOf(api, signal, { subjectId, id, facts: data.definition.inputs.map(({ key }) => key) }),
    })),
  });
}

async function previewOf(
  api: Api,
  signal: AbortSignal,
  { subjectId, id, facts }: { subjectId: string; id: string; facts: readonly string[] },
): Promise<AssessmentPreview> {
  const { receipts, isPartial } = await latestReceipts(api, signal, subjectId);
  const evidence = receipts
    .filter(({ fact }) => facts.includes(fact))
    .map(({ fact, source, status, value, observedAt, expiresAt }) => ({
      fact,
      source,
      status,
      observedAt,
      ...(value !== null && { value }),
      ...(expiresAt && { expiresAt }),
    }));
  const { results } = await api.risk.simulatePolicy({
    body: { policyVersionId: id, scenarios: [{ name: 'now', evidence }] },
    signal,
  });
  return { outcome: results[0], isPartial };
}

/** The latest receipt of each fact and source, which superseded the ones before. */
async function latestReceipts(api: Api, signal: AbortSignal, subjectId: string) {
  const latest = new Map<string, Receipt>();
  let offset: number | null | undefined;
  for (let page = 0; page < MOST_PAGES && offset !== null; page++) {
    const { items, nextOffset } = await api.risk.listRecords({
      params: { resource: 'evidence' },
      query: { subjectId, order: 'newest', ...(offset !== undefined && { offset }) },
      signal,
    });
    for (const one of items) {
      if (one.resource !== 'evidence') continue;
      const name = `${one.data.fact} ${one.data.source}`;
      const known = latest.get(name);
      if (!known || one.data.evidenceRevision > known.evidenceRevision) latest.set(name, one.data);
    }
    offset = nextOffset;
  }
  return { receipts: [...latest.values()], isPartial: offset !== null };
}
