import type { WatchState } from '../repository/watch-scopes.ts';
import { listVersionsOf } from '../uploaded/list-versions.ts';
import type { ScreeningWatch, StoredWatch } from '../watch.ts';

/** The customer data itself is not shown: only the worker can read it. */
export function presentWatch(
  { isPending, lists, ...watch }: StoredWatch,
  { sources, verifiedAt }: Pick<WatchState, 'sources' | 'verifiedAt'>,
): ScreeningWatch {
  const status = isPending ? 'pending' : watch.problem ? 'failed' : 'active';
  const screenedAt = watch.result?.screenedAt ?? '';
  // A watch that was screened after the others were verified holds for the same versions.
  const at = verifiedAt !== null && verifiedAt > screenedAt ? verifiedAt : screenedAt;
  const used = lists.flatMap((list) => sources.find(({ key }) => key === list) ?? []);
  return {
    ...watch,
    status,
    verified: status === 'active' && at !== '' ? { at, listVersions: listVersionsOf(used) } : null,
  };
}
