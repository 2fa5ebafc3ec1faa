import { uncoveredIn } from '../printing/coverage.ts';

/**
 * A name that no font covers must not stop a document that everybody has signed, and `[U+1F600]` says more
 * of it than a blank does. What is left of a letter's marks then stands behind a bracket, which may be one
 * more pair that no font has together: hence it is looked at until there is nothing to be spelled.
 */
export function spelledOut(content: string): string {
  let spelled = content;
  for (let pieces = uncoveredIn(spelled); pieces.length > 0; pieces = uncoveredIn(spelled))
    for (const piece of pieces)
      spelled = spelled.replaceAll(piece, () => [...piece].map(codePoint).join(''));
  return spelled;
}

const codePoint = (character: string) =>
  `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;
