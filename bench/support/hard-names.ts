import {
  asListed,
  brokenLine,
  cutAt,
  joined,
  LINE,
  lastFirst,
  scanned,
  shortened,
  typed,
} from '#packages/watchlist/src/assurance/damage.ts';
import { type Below, foldWords, type NamedEntry, pickOne } from './recall-case.ts';

/**
 * Ways in which documents, payment messages and typists damage a name. Each gives another spelling of a
 * listed name, or undefined where the name does not allow it.
 */
export interface HardClass {
  name: string;
  of: 'person' | 'entity';
  make: (named: NamedEntry, below: Below) => string | undefined;
}

const LETTERS = /^[a-z]+$/i;
const LONG_LETTERS = 5;

const ADDED = ['Group', 'Holding', 'Trading LLC', 'Moscow', 'Export GmbH', 'Deutschland GmbH', 'Movement', 'Logistics'];
const FORM = /^(?:llc|ltd|limited|inc|jsc|co|company|corp|corporation|gmbh|ooo|oao|zao|pjsc|ojsc|cjsc|sa|ag|fze|plc)$/;

/** A company whose name is one word beside its form, with another word. */
const wordAdded: HardClass['make'] = ({ base }, below) => {
  const words = foldWords(base).filter((word) => !FORM.test(word));
  const [only = ''] = words;
  if (words.length !== 1 || only.length < LONG_LETTERS || !LETTERS.test(only)) return undefined;
  return `${only.charAt(0).toUpperCase()}${only.slice(1)} ${pickOne(ADDED, below)}`;
};

export const HARD_CLASSES: readonly HardClass[] = [
  { name: 'one letter typed wrong', of: 'person', make: typed },
  { name: 'one letter typed wrong', of: 'entity', make: typed },
  { name: 'OCR pairs', of: 'person', make: scanned },
  { name: 'OCR pairs', of: 'entity', make: scanned },
  { name: 'two words joined, last word first', of: 'person', make: joined(lastFirst, 2, 2) },
  { name: 'three or more words joined', of: 'person', make: joined(asListed, 3, 5) },
  { name: 'three or more words joined, last word first', of: 'person', make: joined(lastFirst, 3, 5) },
  { name: 'all words joined', of: 'entity', make: joined(asListed, 2, 4) },
  { name: 'cut at 35 characters', of: 'person', make: cutAt(LINE) },
  { name: 'cut at 35 characters', of: 'entity', make: cutAt(LINE) },
  { name: 'cut at 70 characters', of: 'entity', make: cutAt(2 * LINE) },
  { name: 'line break inside a word', of: 'entity', make: brokenLine },
  { name: 'abbreviated word', of: 'entity', make: shortened },
  { name: 'one-word name and another word', of: 'entity', make: wordAdded },
];
