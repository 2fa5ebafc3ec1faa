import type { RecordOf } from '../../api/records.ts';
import { useApiQuery } from '../../app.tsx';

const POLL_MS = 20_000;

/** The latest versions of a key. Read again while a text is written, since another person may publish meanwhile. */
export const useVersions = (key: string, isOn: boolean) =>
  useApiQuery(
    ['records', 'policies', 'lab', key],
    async (api, signal) => {
      const { items } = await api.risk.listRecords({
        params: { resource: 'policies' },
        query: { key, order: 'newest' },
        signal,
      });
      const versions = items.filter((one): one is RecordOf<'policies'> => one.resource === 'policies');
      return versions.toSorted((one, other) => other.data.version - one.data.version);
    },
    { isOn, pollMs: POLL_MS },
  );
