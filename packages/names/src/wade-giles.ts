/** Exceptions to the rules below. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  zhi: ['chih'],
  chi: ['chih'],
  shi: ['shih'],
  ri: ['jih'],
  zi: ['tzu', 'tze'],
  ci: ['tzu', 'tsu'],
  si: ['ssu', 'szu'],
  er: ['erh'],
  e: ['o', 'e'],
  ye: ['yeh'],
  yan: ['yen'],
  you: ['yu'],
  yue: ['yueh'],
  gui: ['kuei'],
  kui: ['kuei'],
  ge: ['ko'],
  ke: ['ko'],
  he: ['ho'],
  yi: ['yi', 'i'],
  guo: ['kuo'],
  kuo: ['kuo'],
  huo: ['huo'],
  shuo: ['shuo'],
  yong: ['yung'],
  lv: ['lu'],
  nv: ['nu'],
};

const INITIALS: readonly (readonly [RegExp, string])[] = [
  [/^zh/, 'ch'],
  [/^ch/, 'ch'],
  [/^sh/, 'sh'],
  [/^b/, 'p'],
  [/^d/, 't'],
  [/^g/, 'k'],
  [/^[jq]/, 'ch'],
  [/^x/, 'hs'],
  [/^r/, 'j'],
  [/^[zc]/, 'ts'],
];

const FINALS: readonly (readonly [RegExp, string])[] = [
  [/ong$/, 'ung'],
  [/ian$/, 'ien'],
  [/([iuv])e$/, '$1eh'],
  [/uo$/, 'o'],
  [/v/, 'u'],
];

/**
 * A pinyin syllable as Taiwan writes it: in Wade–Giles, without apostrophes and marks, which are
 * not printed in practice.
 */
export function wadeGiles(pinyin: string): readonly string[] {
  const whole = WHOLE[pinyin];
  if (whole) return whole;
  const final = FINALS.find(([pattern]) => pattern.test(pinyin));
  const ended = final ? pinyin.replace(final[0], final[1]) : pinyin;
  const initial = INITIALS.find(([pattern]) => pattern.test(ended));
  return [initial ? ended.replace(initial[0], initial[1]) : ended];
}
