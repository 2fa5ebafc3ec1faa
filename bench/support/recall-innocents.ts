import { NAME_WORDS, wordsIn } from '#packages/watchlist/src/assurance/name-words.ts';
import { diceFor, sortedWords } from './recall-case.ts';

/** People who are on no list: common given and family names of their countries, paired at random. */
export interface Innocent {
  name: string;
  country: string;
  dateOfBirth: string;
}

const PER_COUNTRY = 64;

/** Names that a listed person bears are left out: those are meant to be found. */
export function composeInnocents(
  listedNames: ReadonlySet<string>,
  { seed, perCountry = PER_COUNTRY }: { seed: number; perCountry?: number },
): Innocent[] {
  return NAME_WORDS.flatMap(({ code, patterns, given, family, middle }) => {
    const below = diceFor(`innocent ${code}`, seed);
    const any = (text: string | undefined) => wordsIn(text)[below(wordsIn(text).length)] ?? '';
    const partOf: Record<string, () => string> = {
      g: () => any(given),
      f: () => any(family),
      m: () => any(middle),
      x: () => any(middle),
      i: () => `${'ABCDEJLMRST'.charAt(below(11))}.`,
    };
    const people = new Map<string, Innocent>();
    for (let tries = 0; people.size < perCountry && tries < perCountry * 20; tries += 1) {
      const pattern = patterns[tries % patterns.length] ?? 'g f';
      const parts = pattern.split(' ').map((part) => partOf[part]?.() ?? '');
      const name = parts.join(' ');
      if (new Set(parts).size < parts.length || listedNames.has(sortedWords(name))) continue;
      const [month, day] = [1 + below(12), 1 + below(28)].map((part) => String(part).padStart(2, '0'));
      people.set(name, { name, country: code, dateOfBirth: `${1950 + below(55)}-${month}-${day}` });
    }
    return [...people.values()];
  });
}
