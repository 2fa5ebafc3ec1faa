import { combine } from './spellings.ts';

/**
 * Spellings in Hong Kong identity documents, which follow several conventions, by Jyutping
 * syllable.
 */
const INITIALS: Readonly<Record<string, readonly string[]>> = {
  z: ['ch', 'ts', 'j'],
  c: ['ch', 'ts'],
  j: ['y'],
  g: ['k', 'g'],
  gw: ['kw', 'gw'],
  kw: ['kw'],
  ng: ['ng', ''],
  b: ['p', 'b'],
  d: ['t', 'd'],
  s: ['s', 'sh'],
  n: ['n', 'l'],
};
const FINALS: Readonly<Record<string, readonly string[]>> = {
  aa: ['a', 'ah'],
  aai: ['ai'],
  aau: ['au'],
  aam: ['am'],
  aan: ['an'],
  aang: ['ang'],
  aap: ['ap'],
  aat: ['at'],
  aak: ['ak'],
  am: ['am', 'um'],
  an: ['an', 'un'],
  ap: ['ap', 'up'],
  e: ['e', 'eh'],
  ei: ['i', 'ei', 'ee'],
  i: ['i', 'ee'],
  ou: ['o'],
  oeng: ['eung'],
  oek: ['euk'],
  oe: ['eu'],
  eoi: ['ui'],
  eon: ['un'],
  eot: ['ut'],
  u: ['u', 'oo'],
  un: ['un', 'oon'],
  yu: ['u', 'yu', 'ue'],
  yun: ['uen', 'un'],
  yut: ['uet', 'ut'],
  o: ['o', 'or'],
  ang: ['ang'],
  ai: ['ai'],
};
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  m: ['ng'],
  ng: ['ng'],
  si: ['sze', 'si', 'see'],
  zi: ['tsz', 'chi', 'tse'],
  ci: ['tsz', 'chi', 'tse'],
  jyu: ['yu', 'yue'],
  jyun: ['yuen', 'yun'],
  jyut: ['yuet'],
  jip: ['yip', 'ip'],
  ji: ['yi', 'yee'],
};

/** Spellings of one Jyutping syllable, with or without its tone. */
export function cantoneseSpellings(jyutping: string): readonly string[] {
  const syllable = jyutping.replace(/[0-9]/g, '');
  const whole = WHOLE[syllable];
  if (whole) return whole;
  const initial = /^(gw|kw|ng|[bpmfdtnlgkhwzcsj])?/.exec(syllable)?.[0] ?? '';
  const final = syllable.slice(initial.length);
  return combine([INITIALS[initial] ?? [initial], FINALS[final] ?? [final]]);
}
