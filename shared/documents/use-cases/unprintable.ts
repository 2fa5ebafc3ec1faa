import { uncoveredIn } from '@assay/agreements/fonts';

/** Why a text cannot be stamped, checked while it can still be changed. */
export function unprintableIn(text: string): string | undefined {
  const uncovered = uncoveredIn(text);
  return uncovered.length === 0 ? undefined : `No font has these characters: ${uncovered.join(' ')}`;
}
