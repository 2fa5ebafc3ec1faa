import type { PolicyDefinition } from './definition.ts';

/**
 * A screening source names its lists, and the same lists in another order are the same source. The
 * canonical order is the specification's table of lists, then every other list by key. Most callers
 * copy that order, so most stored policies are already canonical, and a list that is added later
 * does not change the canonical form of sources that do not name it.
 */
const TABLE_ORDER = ['eu_fsf', 'ofac_sdn', 'ofac_consolidated', 'uk_sanctions', 'idb_sanctions', 'service_pep'];

const SCREENING_SOURCE = /^(service:screening:)([a-z0-9_]+(?:[+][a-z0-9_]+)*)(:.+)$/;

export function canonicalLists(keys: readonly string[]): string[] {
  const placeOf = (key: string) => {
    const place = TABLE_ORDER.indexOf(key);
    return place < 0 ? TABLE_ORDER.length : place;
  };
  // Compares code units, so that the order does not depend on a locale.
  return [...keys].sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : Number(a > b)));
}

/** The source with its lists in canonical order. Other sources are unchanged. */
export function canonicalSource(source: string): string {
  const parts = SCREENING_SOURCE.exec(source);
  if (!parts) return source;
  const [, prefix = '', lists = '', scores = ''] = parts;
  return `${prefix}${canonicalLists(lists.split('+')).join('+')}${scores}`;
}

/** The definition with all screening sources in canonical form and without duplicates. */
export const withCanonicalSources = (definition: PolicyDefinition): PolicyDefinition => ({
  ...definition,
  inputs: definition.inputs.map((input) => ({
    ...input,
    acceptedSources: [...new Set(input.acceptedSources.map(canonicalSource))],
  })),
});
