import type { PolicyDefinition } from './definition.ts';

/**
 * A screening source names its lists, and the same lists in another order are the same source. The
 * canonical order is that of the known lists, which the caller passes, then every other list by key. A list that is
 * added at the end of the known ones does not change the canonical form of sources that do not name it.
 */
export function canonicalListOrder(keys: readonly string[], known: readonly string[]): string[] {
  const placeOf = (key: string) => {
    const place = known.indexOf(key);
    return place < 0 ? known.length : place;
  };
  // Compares code units, so that the order does not depend on a locale.
  return [...keys].sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : Number(a > b)));
}

const SCREENING_SOURCE = /^(service:screening:)([a-z0-9_]+(?:[+][a-z0-9_]+)*)(:.+)$/;

/** The source with its lists in canonical order. Other sources are unchanged. */
export function canonicalScreeningSource(source: string, known: readonly string[]): string {
  const parts = SCREENING_SOURCE.exec(source);
  if (!parts) return source;
  const [, prefix = '', lists = '', scores = ''] = parts;
  return `${prefix}${canonicalListOrder(lists.split('+'), known).join('+')}${scores}`;
}

/** The definition with all screening sources in canonical form and without duplicates. */
export const normalizeSources = (definition: PolicyDefinition, known: readonly string[]): PolicyDefinition => ({
  ...definition,
  inputs: definition.inputs.map((input) => ({
    ...input,
    acceptedSources: [...new Set(input.acceptedSources.map((source) => canonicalScreeningSource(source, known)))],
  })),
});
