const STRONG = /[\p{L}\u{200e}\u{200f}\u{61c}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\u{200f}\u{61c}]/u;

/** Text runs the way of its first letter, as the Unicode bidirectional algorithm has it (rule P2). */
export function isRightToLeft(text: string): boolean {
  const first = STRONG.exec(text);
  return first !== null && RIGHT_TO_LEFT.test(first[0]);
}

/**
 * Text without what embeds or isolates parts of it: telephones put such characters around numbers that are
 * copied from them. The letters alone give the order here, and unbalanced ones break printers.
 */
export const withoutEmbeddings = (text: string) =>
  text.replace(/[\u{202a}-\u{202c}\u{2066}-\u{2069}]/gu, '');
