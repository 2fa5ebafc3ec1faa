import type { ListKind } from '@assay/watchlist';
import { LIST_KEYS, lists } from '@assay/watchlist/catalogue';
import { OWN_LIST_FILE_BYTES } from '../limits.ts';
import { isOwn, type KnownKind, type ListId, ListKey } from './list-id.ts';
import { OWN_LIST_FILES } from './own-list.ts';

export { LIST_KEYS, ListKey, lists };

const MEBI = 1024 * 1024;
/**
 * SDN_ADVANCED.XML, the largest published file, has about 120 MB. A function has room for two
 * copies.
 */
const UPLOAD_BYTES: Record<ListKind, number> = { sanctions: 160 * MEBI, pep: 192 * MEBI, watch: 160 * MEBI };

/** The largest file that can be uploaded for a list. */
export const uploadLimitOf = (id: ListId) => (isOwn(id) ? OWN_LIST_FILE_BYTES : UPLOAD_BYTES[lists[id].listKind]);

/** The files that can be the whole list. */
export const uploadsOf = (id: ListId) => (isOwn(id) ? OWN_LIST_FILES : lists[id].uploads);

/** Whether a file of this name can be the whole list. */
export const acceptsFile = (id: ListId, fileName: string) =>
  uploadsOf(id).some(({ nameEndsWith }) => fileName.toLowerCase().endsWith(nameEndsWith));

/**
 * An unknown list counts as a sanctions list, so that a missing list is never treated as harmless.
 */
export function listKindOf(key: string): ListKind {
  const known = ListKey.safeParse(key).data;
  return known ? lists[known].listKind : 'sanctions';
}

/** The kind of a list as a run or a row states it, which own lists do. */
export const kindOf = ({ key, listKind }: KnownKind): ListKind => listKind ?? listKindOf(key);

/** The list of politically exposed persons. Requests that look back at former ones must name it. */
export const PEP_LIST: ListKey = 'service_pep';

/** The rule of requests that have `sources` and may have `pepLookbackMonths`, for `onlyAlongWith`. */
export const ALONG_WITH_PEP_LIST = {
  member: 'pepLookbackMonths',
  along: ['sources', PEP_LIST],
  message: `is accepted only together with ${PEP_LIST}`,
} as const;
