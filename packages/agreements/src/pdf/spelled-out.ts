import { uncoveredIn } from '../printing/coverage.ts';

/**
 * Replaces characters without a font by their code points, such as `[U+1F600]`: a name must not
 * prevent the completion of a signed document. The remaining marks of a letter then follow a
 * bracket, which may be another uncovered combination, so this repeats until nothing is left.
 */
export function spelledOut(content: string): string {
  let spelled = content;
  for (let pieces = uncoveredIn(spelled); pieces.length > 0; pieces = uncoveredIn(spelled))
    for (const piece of pieces) spelled = spelled.replaceAll(piece, () => [...piece].map(codePoint).join(''));
  return spelled;
}

const codePoint = (character: string) => `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;
