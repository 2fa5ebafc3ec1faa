import type { ListKind } from '@assay/watchlist';
import { LIST_KEYS, lists } from '@assay/watchlist/catalogue';
import * as z from 'zod';

export { LIST_KEYS, lists };

/** A list of the catalogue. Callers name the lists to screen against; there is no default. */
export const ListKey = z.enum(LIST_KEYS);
export type ListKey = z.infer<typeof ListKey>;

const MEBI = 1024 * 1024;
/**
 * SDN_ADVANCED.XML, the largest published file, has about 120 MB. A function has room for two
 * copies.
 */
const UPLOAD_BYTES: Record<ListKind, number> = { sanctions: 160 * MEBI, pep: 192 * MEBI };

/** The largest file that can be uploaded for a list. */
export const uploadLimitOf = (key: ListKey) => UPLOAD_BYTES[lists[key].listKind];

/** Whether a file of this name can be the whole list; `uploads` of the catalogue says which can. */
export const acceptsFile = (key: ListKey, fileName: string) =>
  lists[key].uploads.some(({ nameEndsWith }) => fileName.toLowerCase().endsWith(nameEndsWith));

/**
 * An unknown list counts as a sanctions list, so that a missing list is never treated as harmless.
 */
export function listKindOf(key: string): ListKind {
  const known = ListKey.safeParse(key).data;
  return known ? lists[known].listKind : 'sanctions';
}

/** The list of politically exposed persons. Requests that look back at former ones must name it. */
export const PEP_LIST: ListKey = 'service_pep';

/** The rule of requests that have `sources` and may have `pepLookbackMonths`, for `onlyAlongWith`. */
export const ALONG_WITH_PEP_LIST = {
  member: 'pepLookbackMonths',
  along: ['sources', PEP_LIST],
  message: `is accepted only together with ${PEP_LIST}`,
} as const;
