import { mapConcurrently } from '@assay/foundation/concurrency';
import { maySuffice } from '@assay/watchlist';
import { type TermPosting, watchesWithTerm } from '../repository/watches.ts';
import type { ChangedEntry } from './list-delta.ts';
import { cappedTerm, entryTerm, type WatchWork } from './screen-watch.ts';
import { isStatedIn } from './watch-keys.ts';

const LOOKUPS_AT_ONCE = 32;

/**
 * The watches whose result a change of these entries may change: those that show one of them or a relative, those that may
 * find one by its terms, and those whose search was cut off. The work grows with the entries, not with the watches.
 */
export async function candidatesOf(
  { worker: { store }, caller, keys }: WatchWork,
  changed: readonly ChangedEntry[],
): Promise<string[]> {
  const found = new Set<string>();
  const lookUp = async (term: string) => {
    const postings: TermPosting[] = [];
    for await (const page of watchesWithTerm(store, caller, keys.digestOf(term))) postings.push(...page);
    return postings;
  };
  const named = new Set(changed.flatMap(({ list, id }) => [entryTerm(list, id), cappedTerm(list)]));
  await mapConcurrently([...named], LOOKUPS_AT_ONCE, async (term) => {
    for (const { watchId } of await lookUp(term)) found.add(watchId);
  });

  const terms = new Set(changed.flatMap((entry) => entry.found?.terms ?? []));
  const postings = new Map<string, TermPosting[]>();
  await mapConcurrently([...terms], LOOKUPS_AT_ONCE, async (term) => {
    const all = await lookUp(term);
    if (all.length > 0) postings.set(term, all);
  });
  for (const entry of changed) {
    if (!entry.found) continue;
    const met = new Map<string, TermPosting>();
    for (const term of entry.found.terms)
      for (const posting of postings.get(term) ?? []) {
        const bits = posting.bits | (met.get(posting.watchId)?.bits ?? 0);
        met.set(posting.watchId, { ...posting, bits });
      }
    for (const [watchId, { bits, oneWord, reviewScore, beside }] of met) {
      const states = (text: string) => isStatedIn(beside, keys.besideDigest(watchId, text));
      if (maySuffice(bits, { oneWord, reviewScore, states }, entry.found.beside)) found.add(watchId);
    }
  }
  return [...found];
}
