/**
 * Names that lost characters on their way: bytes of UTF-8 that were read as Latin-1 or
 * Windows-1252 can be put right; a replacement character, or a question mark inside a word, stands
 * for an unknown letter.
 */

/** What Windows-1252 has in the places 0x80 to 0x9f; `·` where it has nothing. */
const WINDOWS_1252 = '€·‚ƒ„…†‡ˆ‰Š‹Œ·Ž··‘’“”•–—˜™š›œ·žŸ';
const FIRST_OF_WINDOWS = 0x80;
const LAST_BYTE = 0xff;

function byteOf(letter: string): number | undefined {
  const place = letter === '·' ? -1 : WINDOWS_1252.indexOf(letter);
  if (place >= 0) return FIRST_OF_WINDOWS + place;
  const code = letter.codePointAt(0) ?? 0;
  return code <= LAST_BYTE ? code : undefined;
}

/** The first byte of a character of UTF-8 and one that continues it, read as letters. */
const MISREAD = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The first of these is in hardly any name, and is faster to look for. */
const MISREAD_START = /[\u00c2-\u00f4]/;

/** The name as it was written, if its bytes were read in the wrong encoding. */
export function repairedName(text: string): string | undefined {
  if (!MISREAD_START.test(text) || !MISREAD.test(text)) return undefined;
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = byteOf(letter);
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

const LOST_LETTER = /\ufffd|(?<=[\p{L}\p{M}])\?+(?=[\p{L}\p{M}])|\?{3,}/u;

/** Whether a letter of the name is lost: what is left cannot be compared with confidence. */
export const isDamagedName = (text: string): boolean => LOST_LETTER.test(text);
