import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';
import type { RecordOf } from './records.ts';

type Version = RecordOf<'policies'>;
type PastAssessment = RecordOf<'assessments'>;

/** One simulation takes 50 scenarios. */
const MOST = 45;
const MOST_PAGES = 10;
const MINUTE_MS = 60_000;

/** The latest assessments by the version in force, and then by those published before it. */
export const usePastAssessments = (key: string, versions: readonly Version[], isOn = true) => {
  const used = versions
    .filter(({ data }) => data.publishedAt !== null)
    .toSorted((one, other) => other.data.version - one.data.version);
  return useApiQuery(['past-assessments', key, used[0]?.id], (api, signal) => latestOf(api, signal, used), {
    isOn,
    staleMs: MINUTE_MS,
  });
};

async function latestOf(api: Api, signal: AbortSignal, versions: readonly Version[]): Promise<PastAssessment[]> {
  const found: PastAssessment[] = [];
  let pages = 0;
  for (const { id } of versions) {
    let offset: number | null | undefined;
    while (offset !== null && found.length < MOST && pages < MOST_PAGES) {
      pages += 1;
      const page = await api.risk.listRecords({
        params: { resource: 'assessments' },
        query: { policyVersionId: id, order: 'newest', ...(offset !== undefined && { offset }) },
        signal,
      });
      found.push(
        ...page.items.filter((one): one is PastAssessment => one.resource === 'assessments' && 'policy' in one.data),
      );
      offset = page.nextOffset;
    }
  }
  return found.slice(0, MOST);
}
