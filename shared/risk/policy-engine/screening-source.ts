import type { PolicyDefinition } from './definition.ts';

/**
 * A screening source names its lists, and the same lists are the same source in whatever order a caller
 * wrote them. The canonical order is the specification's table of lists, then every other list by its
 * key: it is the order most callers copy, so most stored policies are canonical already, and a list that
 * is added later never changes the canonical form of a source that does not name it.
 */
const TABLE_ORDER = [
  ...['eu_fsf', 'ofac_sdn', 'ofac_consolidated', 'uk_sanctions', 'idb_sanctions', 'service_pep'],
];

const SCREENING_SOURCE = /^(service:screening:)([a-z0-9_]+(?:[+][a-z0-9_]+)*)(:.+)$/;

export function canonicalLists(keys: readonly string[]): string[] {
  const placeOf = (key: string) => {
    const place = TABLE_ORDER.indexOf(key);
    return place < 0 ? TABLE_ORDER.length : place;
  };
  // By code unit, so that no locale can change the order.
  return [...keys].sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : Number(a > b)));
}

/** The same source with its lists in canonical order; any other source as it is. */
export function canonicalSource(source: string): string {
  const parts = SCREENING_SOURCE.exec(source);
  if (!parts) return source;
  const [, prefix = '', lists = '', scores = ''] = parts;
  return `${prefix}${canonicalLists(lists.split('+')).join('+')}${scores}`;
}

/** A definition that names every screening source in canonical order, each once. */
export const withCanonicalSources = (definition: PolicyDefinition): PolicyDefinition => ({
  ...definition,
  inputs: definition.inputs.map((input) => ({
    ...input,
    acceptedSources: [...new Set(input.acceptedSources.map(canonicalSource))],
  })),
});
