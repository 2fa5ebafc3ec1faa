import { distinct } from './spellings.ts';

/**
 * Ukrainians and Belarusians also appear under the Russian forms of their names, and lists print
 * either: Володимир Анатолійович becomes Vladimir Anatolievich. Known differences are replaced; a
 * word without any has no Russian form.
 */
type Change = readonly [pattern: RegExp, written: string];

/**
 * A replacement, and the letters a word must begin and end with for it to apply: a cheap check that
 * rules out most words.
 */
interface KnownChange {
  pattern: RegExp;
  written: string;
  first: string;
  last: string;
}

/** Only for patterns without alternatives, which might begin or end differently. */
const FIRST_LETTER = /^\^(\p{L})(?![?*{])[^|]*$/u;
const LAST_LETTER = /^[^|]*(\p{L})\$$/u;

const known = (changes: readonly Change[]): KnownChange[] =>
  changes.map(([pattern, written]) => ({
    pattern,
    written,
    first: FIRST_LETTER.exec(pattern.source)?.[1] ?? '',
    last: LAST_LETTER.exec(pattern.source)?.[1] ?? '',
  }));

const UKRAINIAN = known([
  [/^олександр/, 'александр'],
  [/^володимир/, 'владимир'],
  [/^миколай/, 'николай'],
  [/^микола$/, 'николай'],
  [/^микола(?=ї)/, 'никола'],
  [/^дмитро$/, 'дмитрий'],
  [/^дмитр(?=ович|івна)/, 'дмитри'],
  [/^сергі(?=[йї])/, 'серге'],
  [/^андрі(?=[йї])/, 'андре'],
  [/^олексі(?=[йї])/, 'алексе'],
  [/^євген(?:ій)?$/, 'евгений'],
  [/^євген(?=ович|івна|ійович|іївна)/, 'евгень'],
  [/^михайло$/, 'михаил'],
  [/^павло$/, 'павел'],
  [/^петро$/, 'петр'],
  [/^кирило$/, 'кирилл'],
  [/^данило$/, 'даниил'],
  [/^костянтин/, 'константин'],
  [/^григорій/, 'григорий'],
  [/^світлана$/, 'светлана'],
  [/^олена$/, 'елена'],
  [/^катерина$/, 'екатерина'],
  [/^ганна$/, 'анна'],
  [/^тетяна$/, 'татьяна'],
  [/^наталі?я$/, 'наталья'],
  [/^ілля$/, 'илья'],
  [/^микит/, 'никит'],
  [/^пилип/, 'филипп'],
  [/ьійович$|ьович$/, 'ьевич'],
  [/[иі]йович$/, 'иевич'],
  [/([аеу])йович$/, '$1евич'],
  [/ь(?:і?їв|ів)на$/, 'ьевна'],
  [/[иі](?:їв|ів)на$/, 'иевна'],
  [/([аеу])ївна$/, '$1евна'],
  [/івна$/, 'овна'],
  [/ий$/, 'ый'],
  [/ська$/, 'ская'],
]);

const BELARUSIAN = known([
  [/^аляксандр/, 'александр'],
  [/^аляксей/, 'алексей'],
  [/^аляксе(?=евіч|еўна)/, 'алексе'],
  [/^уладзімір/, 'владимир'],
  [/^сярге/, 'серге'],
  [/^дзмітры/, 'дмитри'],
  [/^мікал/, 'никол'],
  [/^яўген(?:ій|ы)?$/, 'евгений'],
  [/^яўген/, 'евген'],
  [/^вячаслаў$/, 'вячеслав'],
  [/^вячаслав/, 'вячеслав'],
  [/^арцём/, 'артём'],
  [/^канстанцін/, 'константин'],
  [/^валянцін/, 'валентин'],
  [/^рыгор/, 'григор'],
  [/^ігар$/, 'игорь'],
  [/^ігар/, 'игор'],
  [/^віктар/, 'виктор'],
  [/^алег/, 'олег'],
  [/^андрэй/, 'андрей'],
  [/^андрэ/, 'андре'],
  [/^леанід/, 'леонид'],
  [/^генадз[ья]?/, 'геннадь'],
  [/^пятро/, 'петро'],
  [/^васіл/, 'васил'],
  [/^барыс/, 'борис'],
  [/^раман/, 'роман'],
  [/^фёдар/, 'фёдор'],
  [/^таццяна$/, 'татьяна'],
  [/^наталля$/, 'наталья'],
  [/^алена$/, 'елена'],
  [/^вольга$/, 'ольга'],
  [/^святлана$/, 'светлана'],
  [/^кацярына$/, 'екатерина'],
  [/авіч$/, 'ович'],
  [/евіч$/, 'евич'],
  [/аўна$/, 'овна'],
  [/еўна$/, 'евна'],
  [/оў$/, 'ов'],
  [/аў$/, 'ов'],
  [/еў$/, 'ев'],
  [/скі$/, 'ский'],
  [/цкі$/, 'цкий'],
]);

const RUSSIAN_LETTERS = known([
  [/і/g, 'и'],
  [/ї/g, 'и'],
  [/є/g, 'е'],
  [/ґ/g, 'г'],
  [/ў/g, 'в'],
  [/['’]/g, ''],
]);

function changed(word: string, changes: readonly KnownChange[]): string {
  let text = word;
  for (const { pattern, written, first, last } of changes)
    if (text.startsWith(first) && text.endsWith(last)) text = text.replace(pattern, written);
  return text;
}

/** The Russian forms of a word; empty if it has none. */
export function russianForms(word: string): string[] {
  const forms = [UKRAINIAN, BELARUSIAN].map((changes) => changed(word, changes));
  return distinct(forms.filter((form) => form !== word).map((form) => changed(form, RUSSIAN_LETTERS)));
}

const LAST_E = /е(?=[^е]*$)/;

/** Russian often writes е for ё: Семен is Семён, and it is the last е that is a ё. */
export const withDots = (word: string): string | undefined =>
  word.includes('ё') || !LAST_E.test(word) ? undefined : word.replace(LAST_E, 'ё');
