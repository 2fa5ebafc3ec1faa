/** How the drawing instructions of a page leave the states that they save and restore. */
export interface Balance {
  /** How often more is restored than was saved. */
  missingSaves: number;
  /** How often, with these added, less is restored than was saved. */
  missingRestores: number;
}

/**
 * Scanners and old printer drivers leave a state open at the end of a page, scaled to units of their own.
 * What is drawn behind it would be scaled with it, and end up anywhere.
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
/** Pictures within the instructions are bytes of any kind, up to a word that ends them. */
const INLINE_IMAGE = /[\s\S]*?(?:\sEI(?=\s|$)|$)/y;

/** Every word that stands by itself: numbers and operators, without what is in texts, names and pictures. */
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

/** Brackets within a text belong to it as long as they come in pairs, or with a backslash. */
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
