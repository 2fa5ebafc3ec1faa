/** The kinds of lists. Each kind is searched and judged by itself and has a risk fact of its own. */
export const LIST_KINDS = ['sanctions', 'pep', 'watch'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
