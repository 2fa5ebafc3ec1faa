import type { Miss } from '@assay/watchlist/assurance';
import { ASSURANCE_MISSES } from '../limits.ts';

const isOfClass = (one: Miss) => (other: Miss) => one.class === other.class && one.known === other.known;

/** Adds the first of each class. One that the search left out is a defect: it replaces one that is not. */
export function keepMisses(kept: Miss[], found: readonly Miss[]): void {
  for (const miss of found) {
    const ofClass = kept.filter(isOfClass(miss));
    if (ofClass.length < ASSURANCE_MISSES) kept.push(miss);
    else if (miss.reason === 'not_searched') {
      const lesser = ofClass.findLast(({ reason }) => reason !== 'not_searched');
      if (lesser) kept[kept.indexOf(lesser)] = miss;
    }
  }
  kept.sort((one, other) => Number(one.reason !== 'not_searched') - Number(other.reason !== 'not_searched'));
}
