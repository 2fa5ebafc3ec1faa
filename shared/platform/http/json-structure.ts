/** What `JSON.parse` does not say about a text: how deep it nests, and which property an object repeats. */
export interface JsonStructure {
  depth: number;
  /** The path of the first repeated property. */
  repeated: string | undefined;
}

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const [OBJECT, OBJECT_END, ARRAY, ARRAY_END] = ['{', '}', '[', ']'].map((character) => character.charCodeAt(0));

/**
 * One pass over the text, before it is parsed: parsing deep nesting is what must be avoided, and parsing keeps only the
 * last of several properties with one name. Of a text that is not JSON the result means nothing. Stops beyond `maxDepth`.
 */
export function structureOf(text: string, maxDepth: number): JsonStructure {
  // One entry per level. Sets are reused, because most objects are small and there can be many.
  const names: Set<string>[] = [];
  const place: (string | number)[] = [];
  let depth = 0;
  let deepest = 0;
  let isName = false;
  let repeated: string | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (isName) {
        const name = nameIn(text.slice(index + 1, end));
        const seen = names[depth];
        place[depth] = name;
        if (seen?.has(name)) repeated ??= place.slice(1, depth + 1).join('.');
        seen?.add(name);
        isName = false;
      }
      index = end;
    } else if (code === OBJECT || code === ARRAY) {
      depth += 1;
      deepest = Math.max(deepest, depth);
      if (depth > maxDepth) break;
      isName = code === OBJECT;
      place[depth] = isName ? '' : 0;
      if (!isName) continue;
      const seen = names[depth];
      if (seen) seen.clear();
      else names[depth] = new Set();
    } else if (code === OBJECT_END || code === ARRAY_END) {
      depth -= 1;
      isName = false;
    } else if (code === COMMA) {
      const at = place[depth];
      if (typeof at === 'number') place[depth] = at + 1;
      else isName = true;
    }
  }
  return { depth: deepest, repeated };
}

/** The index of the closing quote: the first that is not escaped. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** `"a"` and `"\u0061"` are the same name. */
function nameIn(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(`"${written}"`);
  } catch {
    return written;
  }
}
