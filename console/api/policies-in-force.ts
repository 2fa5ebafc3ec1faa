import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';
import type { RecordOf } from './records.ts';

type PolicyVersion = RecordOf<'policies'>;

/** Pages of versions that are read to find those in force. */
const MOST_PAGES = 10;

/** The version of each key that assessments by key use. */
export const usePoliciesInForce = () =>
  useApiQuery(['records', 'policies', 'in force'], async (api, signal) =>
    (await versionsInForce(api, signal)).toSorted((a, b) => a.data.key.localeCompare(b.data.key)),
  );

async function versionsInForce(api: Api, signal: AbortSignal): Promise<PolicyVersion[]> {
  const versions: PolicyVersion[] = [];
  let offset: number | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, nextOffset } = await api.risk.listRecords({
      params: { resource: 'policies' },
      query: { status: 'published', order: 'newest', ...(offset !== undefined && { offset }) },
      signal,
    });
    versions.push(...(items.filter((one) => one.resource === 'policies' && one.data.inForce) as PolicyVersion[]));
    if (nextOffset === null) break;
    offset = nextOffset;
  }
  return versions;
}
