import { notFound } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { presentEntry } from '../entry.ts';
import { ListKey, lists } from '../lists/list.ts';
import { isSwitchedOff } from '../lists/list-files.ts';
import type { ListState, ListVersion } from '../lists/list-state.ts';
import { presentPosition } from '../match.ts';
import { findListedEntry } from '../repository/list-indexes.ts';
import { readListState } from '../repository/list-states.ts';
import type { SourceEntry } from '../source-entry.ts';

interface AskedEntry {
  key: string;
  entryId: string;
  versionId: string | undefined;
}

/** Reads an entry of the active version of a list, or of another stored version. */
export async function readEntry({ store }: Pick<Context, 'store'>, asked: AskedEntry): Promise<SourceEntry> {
  const key = ListKey.safeParse(asked.key).data;
  if (!key || isSwitchedOff(key)) throw notFound('list');
  const version = versionOf(await readListState(store, key), asked.versionId);
  if (!version) throw notFound('list version');
  const entry =
    (await findListedEntry(key, version.versionId, asked.entryId)) ??
    (await findListedEntry(key, version.versionId, unescaped(asked.entryId)));
  if (!entry) throw notFound('list entry');
  const { versionId, publishedAt } = version;
  return {
    source: key,
    sourceEntryId: entry.id,
    versionId,
    publishedAt,
    ...presentEntry(key, entry),
    positions: (entry.pep?.positions ?? []).map(presentPosition),
    relatedTo: entry.pep?.relatedTo ?? [],
    attribution: lists[key].attribution,
  };
}

/** API Gateway decodes `%2F` in a path to a slash, so an id with a slash arrives escaped twice. */
function unescaped(entryId: string): string {
  try {
    return decodeURIComponent(entryId);
  } catch {
    return entryId;
  }
}

function versionOf(
  { active, previous, held }: ListState,
  versionId: string | undefined,
): ListVersion | null | undefined {
  if (versionId === undefined) return active;
  const stored = [...(active ? [active] : []), ...previous, ...held];
  return stored.find((one) => one.versionId === versionId);
}
