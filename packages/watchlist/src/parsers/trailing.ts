/**
 * The text without characters of this class at its end. A pattern such as `/[.;]+$/` tries every
 * run of them from each of its characters, which takes quadratic time on a cell of megabytes.
 */
export function withoutTrailing(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
