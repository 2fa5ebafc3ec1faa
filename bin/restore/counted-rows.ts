const CARRIED_OVER = /^(?:erased#.*|erasures|deletions|master-keys)$/;

/** Rows that later changes of the source add, change or remove are not compared by their number. */
export const isCounted = ({ pk, isCarriedOver }: { pk: string; isCarriedOver?: unknown }) =>
  isCarriedOver === undefined && !CARRIED_OVER.test(pk);
