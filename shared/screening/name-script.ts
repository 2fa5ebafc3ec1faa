/** ISO 15924 codes of the scripts that names on the lists are written in. */
const SCRIPTS: readonly [code: string, pattern: RegExp][] = [
  ['Latn', /\p{Script=Latin}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Hani', /\p{Script=Han}/gu],
  ['Hang', /\p{Script=Hangul}/gu],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Grek', /\p{Script=Greek}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
  ['Beng', /\p{Script=Bengali}/gu],
  ['Guru', /\p{Script=Gurmukhi}/gu],
  ['Gujr', /\p{Script=Gujarati}/gu],
  ['Orya', /\p{Script=Oriya}/gu],
  ['Taml', /\p{Script=Tamil}/gu],
  ['Telu', /\p{Script=Telugu}/gu],
  ['Knda', /\p{Script=Kannada}/gu],
  ['Mlym', /\p{Script=Malayalam}/gu],
  ['Sinh', /\p{Script=Sinhala}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Laoo', /\p{Script=Lao}/gu],
  ['Khmr', /\p{Script=Khmer}/gu],
  ['Mymr', /\p{Script=Myanmar}/gu],
  ['Tibt', /\p{Script=Tibetan}/gu],
  ['Mong', /\p{Script=Mongolian}/gu],
  ['Geor', /\p{Script=Georgian}/gu],
  ['Armn', /\p{Script=Armenian}/gu],
  ['Ethi', /\p{Script=Ethiopic}/gu],
  ['Thaa', /\p{Script=Thaana}/gu],
  ['Syrc', /\p{Script=Syriac}/gu],
];
const UNDETERMINED = 'Zyyy';
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * The script most letters of a name are in. Kana beside Han characters make it Japanese, as ISO 15924 names
 * the combination; a name of digits and signs alone is in none.
 */
export function nameScript(text: string): string {
  if (PLAIN.test(text)) return /[A-Za-z]/.test(text) ? 'Latn' : UNDETERMINED;
  let script = UNDETERMINED;
  let most = 0;
  for (const [code, pattern] of SCRIPTS) {
    const count = text.match(pattern)?.length ?? 0;
    if (code === 'Jpan' && count > 0 && script === 'Hani') return code;
    if (count > most) [script, most] = [code, count];
  }
  return script;
}
