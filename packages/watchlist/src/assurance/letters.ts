import { type Below, pickOne } from './dice.ts';

/** Letters that sound alike are other spellings of a name; a typo changes the sound. */
const SOUNDS = ['aeiouyjw', 'bpvfw', 'ckqgxh', 'sczxjq', 'dt', 'mn', 'lr'];
const LETTERS = 'abcdefgiklmnoprstuvz';

const soundsLike = (one: string, other: string) =>
  one === other || SOUNDS.some((sound) => sound.includes(one) && sound.includes(other));

/** Another letter that sounds different and is not beside itself, which would double it. */
function otherLetter(word: string, at: number, below: Below): string {
  const old = word.charAt(at).toLowerCase();
  const neighbours = [word.charAt(at - 1), word.charAt(at + 1)].map((one) => one.toLowerCase());
  const fitting = [...LETTERS].filter((letter) => !soundsLike(letter, old) && !neighbours.includes(letter));
  return pickOne(fitting, below) ?? 'z';
}

const changed = (word: string, at: number, below: Below) =>
  word.slice(0, at) + otherLetter(word, at, below) + word.slice(at + 1);

export const swapped = (word: string, at: number) =>
  word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);

/** Changed, dropped, added or swapped with its neighbour; the first letter stays. */
export function oneLetterOff(word: string, below: Below): string {
  const at = 1 + below(word.length - 2);
  const way = below(4);
  if (way === 1) return word.slice(0, at) + word.slice(at + 1);
  if (way === 2) return word.slice(0, at) + otherLetter(word, at, below) + word.slice(at);
  const next = word.charAt(at + 1).toLowerCase();
  if (way === 3 && word.charAt(at).toLowerCase() !== next) return swapped(word, at);
  return changed(word, at, below);
}

/** Two letters changed that do not stand together: neither a swap nor another spelling. */
export function twoLettersOff(word: string, below: Below): string {
  const first = 1 + below(word.length - 4);
  const second = first + 2 + below(word.length - first - 2);
  return changed(changed(word, first, below), second, below);
}
