/** Imbalance of saved and restored graphics states in a page's content. */
export interface Balance {
  /** Number of restores without a save. */
  missingSaves: number;
  /** Number of saves without a restore, once the missing saves are added. */
  missingRestores: number;
}

/**
 * Scanners and old printer drivers leave a graphics state open at the end of a page, scaled to
 * their own units. Anything drawn after it would be scaled as well and misplaced.
 */
export function balanceOf(content: string): Balance {
  let depth = 0;
  let missingSaves = 0;
  for (const operator of operatorsIn(content)) {
    if (operator === 'q') depth += 1;
    if (operator === 'Q') depth -= 1;
    missingSaves = Math.max(missingSaves, -depth);
  }
  return { missingSaves, missingRestores: depth + missingSaves };
}

const COMMENT = /[^\r\n]*/y;
const NAME = /\/[^\s()<>[\]{}/%]*/y;
const WORD = /[^\s()<>[\]{}/%]+/y;
const HEX = /<[^<>]*>/y;
/** Inline images contain arbitrary bytes up to the word that ends them. */
const INLINE_IMAGE = /[\s\S]*?(?:\sEI(?=\s|$)|$)/y;

/** All numbers and operators, without the content of strings, names and images. */
function* operatorsIn(content: string): Generator<string> {
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(content) ?? [];
    at += Math.max(found.length, 1);
    return found;
  };
  while (at < content.length) {
    const next = content[at];
    if (next === '%') skip(COMMENT);
    else if (next === '(') at = endOfText(content, at);
    else if (next === '<') skip(HEX);
    else if (next === '/') skip(NAME);
    else {
      const word = skip(WORD);
      if (word === 'ID') skip(INLINE_IMAGE);
      else if (word !== '') yield word;
    }
  }
}

/** Balanced or escaped parentheses are part of a string. */
function endOfText(content: string, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    if (content[at] === '\\') at += 1;
    else if (content[at] === '(') depth += 1;
    else if (content[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return content.length;
}
