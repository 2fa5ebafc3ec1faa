import { notFound } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { presentEntry } from '../entry.ts';
import { type FtmEntity, ftmEntity } from '../ftm-entity.ts';
import { attributionOf, listKindIn } from '../lists/list-about.ts';
import { isSwitchedOff } from '../lists/list-files.ts';
import type { ListState, ListVersion } from '../lists/list-state.ts';
import { presentPosition } from '../match.ts';
import { findListedEntry } from '../repository/list-indexes.ts';
import type { SourceEntry } from '../source-entry.ts';
import { requireList } from './require-list.ts';

interface AskedEntry {
  key: string;
  entryId: string;
  versionId: string | undefined;
  format?: 'ftm' | undefined;
}

/** Reads an entry of the active version of a list, or of another stored version. */
export async function readEntry(context: Reading, asked: AskedEntry): Promise<SourceEntry | FtmEntity> {
  const { id, state } = await requireList(context, asked.key);
  if (isSwitchedOff(id)) throw notFound('list');
  const version = versionOf(state, asked.versionId);
  if (!version) throw notFound('list version');
  const entry =
    (await findListedEntry(id, version.versionId, asked.entryId)) ??
    (await findListedEntry(id, version.versionId, unescaped(asked.entryId)));
  if (!entry) throw notFound('list entry');
  const { versionId, publishedAt } = version;
  if (asked.format === 'ftm') return ftmEntity(entry, { key: asked.key, listKind: listKindIn(id, state) });
  return {
    source: asked.key,
    sourceEntryId: entry.id,
    versionId,
    publishedAt,
    ...presentEntry(asked.key, entry),
    positions: (entry.pep?.positions ?? []).map(presentPosition),
    relatedTo: entry.pep?.relatedTo ?? [],
    attribution: attributionOf(id, state),
  };
}

type Reading = Pick<Context, 'store' | 'caller'>;

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
