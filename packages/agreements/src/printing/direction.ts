const STRONG = /[\p{L}\u{200e}\u{200f}\u{61c}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\u{200f}\u{61c}]/u;

/**
 * The direction of a text is that of its first strong letter (rule P2 of the Unicode bidirectional
 * algorithm).
 */
export function isRightToLeft(text: string): boolean {
  const first = STRONG.exec(text);
  return first !== null && RIGHT_TO_LEFT.test(first[0]);
}

/**
 * Removes embedding and isolate characters, which phones put around copied numbers. The letters
 * alone determine the order, and unbalanced ones break printers.
 */
export const withoutEmbeddings = (text: string) => text.replace(/[\u{202a}-\u{202c}\u{2066}-\u{2069}]/gu, '');
