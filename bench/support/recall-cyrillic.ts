/**
 * Cyrillic names in Latin letters, by the schemes that passports, libraries and newspapers use. Written for the
 * benchmark from the published tables, and apart from what the matcher itself does, so that it may disagree.
 */
type Table = Readonly<Record<string, string>>;

interface Scheme {
  letters: Table;
  /** Е where it begins a word or stands after a vowel or a sign. */
  initialYe?: string;
  /** Applied to the lower-case Cyrillic word before, and to the Latin word after. */
  before?: readonly (readonly [RegExp, string])[];
  after?: readonly (readonly [RegExp, string])[];
}

const table = (text: string): Table =>
  Object.fromEntries(text.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]));

const COMMON = 'аa бb вv гg дd еe зz иi кk лl мm нn оo пp рr сs тt уu фf ъ ь эe ыy';
const ENGLISH = `${COMMON} ёe жzh йy хkh цts чch шsh щshch юyu яya`;

const RUSSIAN: Record<string, Scheme> = {
  'BGN/PCGN': { letters: { ...table(ENGLISH), ё: 'yo' }, initialYe: 'ye' },
  'ISO 9': { letters: table(`${COMMON} ёë жž йj хh цc чč шš щŝ юû яâ эè`) },
  'the passport standard': {
    letters: table(`${COMMON} ёe жzh йi хkh цts чch шsh щshch юiu яia ъie`),
  },
  'the German press': {
    letters: table(`${COMMON} ёjo вw жsch зs йj хch цz чtsch шsch щschtsch юju яja`),
    initialYe: 'je',
    before: [
      [/(?<=[аеиоуыэюяё])с(?=[аеиоуыэюяё])/gu, 'ss'],
      [/[иы]й$/u, 'i'],
    ],
  },
  'the French press': {
    letters: table(`${COMMON} ёio жj йï уou хkh цts чtch шch щchtch юiou яia`),
    initialYe: 'ie',
    before: [
      [/(?<=[аеиоуыэюяё])с(?=[аеиоуыэюяё])/gu, 'ss'],
      [/[иы]й$/u, 'i'],
      [/г(?=[еи])/gu, 'gu'],
      [/ин$/u, 'ine'],
    ],
  },
  'the English press': {
    letters: table(ENGLISH),
    before: [
      [/[иы]й$/u, 'y'],
      [/ей$/u, 'ei'],
      [/ай$/u, 'ai'],
      [/кс/gu, 'x'],
      [/ье/gu, 'ie'],
      [/ё/gu, 'yo'],
    ],
    after: [[/^alexandr$/, 'alexander']],
  },
};

const UKRAINIAN: Record<string, Scheme> = {
  'the Ukrainian passport standard': {
    letters: table(
      'аa бb вv гh ґg дd еe єie жzh зz иy іi їi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ь юiu яia',
    ),
    before: [
      [/зг/gu, 'zgh'],
      [/^є/u, 'ye'],
      [/^ї/u, 'yi'],
      [/^й/u, 'y'],
      [/^ю/u, 'yu'],
      [/^я/u, 'ya'],
    ],
  },
};

const BELARUSIAN: Record<string, Scheme> = {
  'the Belarusian passport standard': {
    letters: table(
      'аa бb вv гh дd еe ёio жzh зz іi йi кk лl мm нn оo пp рr сs тt уu ўu фf хkh цts чch шsh ыy ь эe юiu яia',
    ),
    before: [
      [/(?<=[бвгджзйклмнпрстфхцчшь])е/gu, 'ie'],
      [/^е/u, 'ye'],
      [/^ю/u, 'yu'],
      [/^я/u, 'ya'],
    ],
  },
};

const SOFT_OR_VOWEL = /(?:^|(?<=[аеиоуыэюяёьъ]))е/gu;

function romaniseWord(word: string, { letters, initialYe, before = [], after = [] }: Scheme): string {
  let text = word.toLowerCase();
  for (const [pattern, by] of before) text = text.replace(pattern, by);
  if (initialYe) text = text.replace(SOFT_OR_VOWEL, initialYe);
  text = Array.from(text, (letter) => letters[letter] ?? letter).join('');
  for (const [pattern, by] of after) text = text.replace(pattern, by);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const WORDS = /^[а-яёіїєґў\s,-]+$/iu;

function schemesOf(text: string): Record<string, Scheme> {
  if (!/[іїєґў]/iu.test(text)) return RUSSIAN;
  const isBelarusian = /ў|[ыэё]|[аяе]віч|[аяе]ўна|аляк|уладз/iu.test(text);
  return isBelarusian ? BELARUSIAN : UKRAINIAN;
}

export const CYRILLIC_SCHEMES = [RUSSIAN, UKRAINIAN, BELARUSIAN].flatMap((schemes) => Object.keys(schemes));

/** Undefined where the name is not of the language that the scheme is for. */
export function romaniseCyrillic(text: string, scheme: string): string | undefined {
  const found = schemesOf(text)[scheme];
  if (!found || !WORDS.test(text)) return undefined;
  const words = text.replace(/,/g, ' ').trim().split(/\s+/);
  return words.length < 2
    ? undefined
    : words
        .map((word) =>
          word
            .split('-')
            .map((part) => romaniseWord(part, found))
            .join('-'),
        )
        .join(' ');
}
