import * as z from 'zod';

/** One row of an answer: variables that are bound, with what to. */
export type Row = Readonly<Record<string, Term>>;
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

/** Undefined where the text is no such answer, or not all of one. */
export function rowsIn(text: string): Row[] | undefined {
  try {
    return Results.safeParse(JSON.parse(text)).data?.results.bindings;
  } catch {
    return undefined;
  }
}

/** `Q42` of an item's address. What is known to exist and not to be known has no such address. */
export const itemIn = (term: Term | undefined): string | null =>
  term?.type === 'uri' ? (/\/entity\/(Q\d+)$/.exec(term.value)?.[1] ?? null) : null;

export const itemsIn = (rows: readonly Row[], variable: string): string[] => [
  ...new Set(rows.map((row) => itemIn(row[variable])).filter((id) => id !== null)),
];
