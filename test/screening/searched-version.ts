import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { IndexBuilder } from '#packages/watchlist/src/search/build-index.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ListKey } from '#shared/screening/lists/list.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { archiveIndex } from '#shared/screening/repository/list-indexes.ts';
import { anEntry, aVersion, recordActivation } from '#test/support/screening-examples.ts';

let versions = 0;
/** The lists have one history for all tests: each begins behind the last. */
export const nextTime = () => addSeconds(new Date(Date.UTC(2026, 0, 5)), ++versions * 600);

export const named = (text: string) =>
  anEntry({ id: text, names: [{ text, isWeak: false }], births: [], countries: [] });

export function indexOf(entries: readonly ListedEntry[]) {
  const builder = new IndexBuilder(nameTables);
  for (const entry of entries) builder.add(entry);
  return builder.finish();
}

interface Published {
  list?: ListKey;
  at?: Date;
  isArchived?: boolean;
}

/** A version that was searched from a time on and is in the archive alone. */
export async function publish(
  names: readonly string[],
  { list = 'un_sanctions', at = nextTime(), isArchived = true }: Published = {},
) {
  const version = aVersion({ versionId: newId(at.getTime()) });
  const { versionId, publishedAt } = version;
  if (isArchived) await archiveIndex(list, versionId, indexOf(names.map(named)));
  await recordActivation(list, version, at);
  return { version, versionId, names, at, shown: { versionId, publishedAt, activatedAt: at.toISOString() } };
}
