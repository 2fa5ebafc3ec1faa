import * as z from 'zod';

/** One solution of a SPARQL result: the bound variables with their values. */
export type SparqlRow = Readonly<Record<string, Term>>;
export interface Term {
  /** `uri`, `literal` or `bnode`. */
  type: string;
  value: string;
}

/** `application/sparql-results+json`. */
const Results = z.object({
  results: z.object({
    bindings: z.array(z.record(z.string(), z.object({ type: z.string(), value: z.string() }))),
  }),
});

/** Undefined if the text is not a complete SPARQL result. */
export function rowsIn(text: string): SparqlRow[] | undefined {
  try {
    return Results.safeParse(JSON.parse(text)).data?.results.bindings;
  } catch {
    return undefined;
  }
}

/** `Q42` from the URI of an item; null for anything else, such as unknown values. */
export const itemIn = (term: Term | undefined): string | null =>
  term?.type === 'uri' ? (/\/entity\/(Q\d+)$/.exec(term.value)?.[1] ?? null) : null;

export const itemsIn = (rows: readonly SparqlRow[], variable: string): string[] => [
  ...new Set(rows.map((row) => itemIn(row[variable])).filter((id) => id !== null)),
];
