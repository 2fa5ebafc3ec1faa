import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { emptyListing, type ListedEntry } from '@assay/watchlist';

/**
 * SHA-256 of the facts of an entry: the same in every version of the list that states the same
 * facts, in any order. The primary name counts as such; the id and the version do not count, nor do references, and
 * measures, which are derived from programmes and remarks.
 */
export function entryDigest(listed: ListedEntry): string {
  const { id: _id, references: _references, measures: _measures, listing, pep, ...entry } = listed;
  const stated = {
    ...entry,
    ...(listing ?? emptyListing()),
    principal: entry.names[0]?.text ?? null,
    positions: pep?.positions ?? [],
    relatedTo: pep?.relatedTo ?? [],
  };
  const unordered = Object.entries(stated).map(([name, fact]) => [
    name,
    Array.isArray(fact) ? fact.map(canonicalJson).toSorted() : fact,
  ]);
  return sha256Hex(canonicalJson(Object.fromEntries(unordered)));
}
