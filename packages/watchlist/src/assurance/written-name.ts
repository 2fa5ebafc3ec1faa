import type { ListedEntry } from '../listed-entry.ts';
import type { Below } from './dice.ts';

/** A listed name that is to be written in another way. */
export interface WrittenName {
  base: string;
  words: readonly string[];
}

/** Another spelling of a name; undefined where the name does not allow it. */
export type Change = (named: WrittenName, below: Below) => string | undefined;

const LATIN = /^[\p{Script=Latin}\p{M}\p{P}\p{S}\s\d]+$/u;
export const isLatin = (text: string) => LATIN.test(text);

/** The first strong name in Latin letters, which is the one that most customers would write. */
export function writtenName({ names }: Pick<ListedEntry, 'names'>): WrittenName | undefined {
  const base = names.find(({ text, isWeak }) => !isWeak && isLatin(text))?.text;
  return base === undefined ? undefined : { base, words: base.split(/\s+/) };
}

/** The days of birth that the entry states exactly. */
export const birthDays = ({ births }: Pick<ListedEntry, 'births'>) =>
  births.filter(({ from, to, isCirca }) => from === to && !isCirca).map(({ from }) => from);

const PARTICLES = new Set(
  (
    'abd abdul abdel al el ul ud ad bin ben bint ibn abu umm ould de la las los del da do dos das di du den der ' +
    'van von y e st bat san'
  ).split(' '),
);

export const isParticle = (word: string) => PARTICLES.has(word.toLowerCase());
/** Neither an initial nor a particle. */
export const isFullWord = (word: string) => /^\p{L}{3,}$/u.test(word) && !isParticle(word);
