import { distinct } from './spellings.ts';

/** Kana in Hepburn romanisation, as in Japanese passports. For kanji see `read-kanji.ts`. */
const SYLLABLES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'あa いi うu えe おo かka きki くku けke こko さsa しshi すsu せse そso たta ちchi つtsu てte とto',
    'なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho まma みmi むmu めme もmo やya ゆyu よyo らra りri',
    'るru れre ろro わwa ゐi ゑe をo んn がga ぎgi ぐgu げge ごgo ざza じji ずzu ぜze ぞzo だda ぢji づzu',
    'でde どdo ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo ゔvu ぁa ぃi ぅu ぇe ぉo',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);
const SMALL_Y: Readonly<Record<string, string>> = { ゃ: 'a', ゅ: 'u', ょ: 'o' };
const SMALL_VOWEL: Readonly<Record<string, string>> = {
  ぁ: 'a',
  ぃ: 'i',
  ぅ: 'u',
  ぇ: 'e',
  ぉ: 'o',
};
const HEPBURN_PALATALS = /(sh|ch|j)y(?=[auo])/g;

const toHiragana = (text: string) =>
  text.replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));

function letterByLetter(kana: string): string {
  let spelled = '';
  for (let at = 0; at < kana.length; at += 1) {
    const letter = kana.charAt(at);
    const next = kana.charAt(at + 1);
    const syllable = SYLLABLES[letter] ?? '';
    if (letter === 'っ') {
      const doubled = (SYLLABLES[next] ?? '').charAt(0);
      spelled += doubled === 'c' ? 't' : doubled;
    } else if (letter === 'ー') spelled += spelled.at(-1) ?? '';
    else if (SMALL_Y[next]) {
      spelled += `${syllable.slice(0, -1)}y${SMALL_Y[next]}`;
      at += 1;
    } else if (SMALL_VOWEL[next] && 'うふてとゔしちじ'.includes(letter)) {
      spelled += `${syllable === 'u' ? 'w' : syllable.slice(0, -1)}${SMALL_VOWEL[next]}`;
      at += 1;
    } else spelled += syllable;
  }
  return spelled.replace(HEPBURN_PALATALS, '$1').replace(/n(?=[bmp])/g, 'm');
}

/** Passports write long vowels as short ones; others spell them out or with an `h`. */
export function kanaSpellings(text: string): string[] {
  const full = letterByLetter(toHiragana(text.normalize('NFKC')));
  const short = full
    .replace(/ou|oo/g, 'o')
    .replace(/uu/g, 'u')
    .replace(/([aei])\1/g, '$1');
  const withH = full.replace(/(?:ou|oo)(?![aeiou])/g, 'oh');
  const unassimilated = short.replace(/m(?=[bmp])/g, 'n');
  return distinct([short, full, withH, unassimilated]);
}
