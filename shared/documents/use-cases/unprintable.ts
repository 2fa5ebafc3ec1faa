import { uncoveredIn } from '../printing/coverage.ts';

/** Why a text cannot be stamped, found out while somebody can still write it differently. */
export function unprintableIn(text: string): string | undefined {
  const uncovered = uncoveredIn(text);
  return uncovered.length === 0
    ? undefined
    : `No font has these characters: ${uncovered.join(' ')}`;
}
