import { isJoined, JOINED, lettersOf, listedHalves, type Neighbours, wholeNames } from '@assay/names';
import { type ListedWord, relationOf } from './related-name.ts';
import { CONSONANTS, type OwnReading, type Relations, SAME, type SubjectWords, UNRELATED } from './word-relations.ts';

/**
 * Words of a name after some neighbours were joined, and the joined words in the list's spelling.
 */
export interface JoinedName<W> {
  words: readonly W[];
  joinedWords: readonly string[];
}

/**
 * The listed words with every pair joined that the subject writes as one word; undefined if there
 * is none.
 */
export function joinListedWords(
  listed: readonly ListedWord[],
  subject: SubjectWords,
): JoinedName<ListedWord> | undefined {
  let words: ListedWord[] | undefined;
  const joinedWords: string[] = [];
  for (let at = 0; at < listed.length; at += 1) {
    const [first, second] = [listed[at], listed[at + 1]];
    if (!first) continue;
    const pair = second && { first: first.spellings, second: second.spellings, hasOthers: listed.length > 2 };
    const letters = pair && joinedLetters(pair, subject);
    if (letters === undefined) {
      words?.push(first);
      continue;
    }
    words = words ?? listed.slice(0, at);
    words.push(joinedWord(letters, subject));
    joinedWords.push(`${first.spellings[0]} ${second?.spellings[0]}`);
    at += 1;
  }
  return words && { words, joinedWords };
}

function joinedLetters(pair: Neighbours, subject: SubjectWords): string | undefined {
  if (!subject.beginsWith(pair.first[0] ?? '')) return undefined;
  for (const [start, end] of listedHalves(pair)) if (subject.isWord(start + end)) return start + end;
  return undefined;
}

function joinedWord(letters: string, subject: SubjectWords): ListedWord {
  const relations = onlySame(subject.relate(letters));
  return { spellings: [letters], related: [{ spelling: letters, relations }] };
}

/**
 * The listed name as one word, if the subject writes it without spaces, in any order of given and
 * family names; undefined if it does not.
 */
export function joinListedName(
  listed: readonly ListedWord[],
  subject: SubjectWords,
): JoinedName<ListedWord> | undefined {
  // Hardly any listed name passes these checks. Every order begins with one of the three words.
  if (listed.length < 2 || !mayBeWord(listed, subject)) return undefined;
  const [first, second] = listed;
  const last = listed.length > 2 ? listed.at(-1) : undefined;
  if (!(mayBegin(first, subject) || mayBegin(second, subject) || mayBegin(last, subject))) return undefined;
  const letters = wholeNames(listed.map(({ spellings }) => spellings)).find(subject.isWord);
  if (letters === undefined) return undefined;
  const name = listed.map(({ spellings: [first = ''] }) => first).join(' ');
  return { words: [joinedWord(letters, subject)], joinedWords: [name] };
}

/** Whether a word of the subject has as many letters as the listed name, with its particles or without. */
function mayBeWord(listed: readonly ListedWord[], { hasLength }: SubjectWords): boolean {
  let plain = 0;
  let longest = 0;
  for (const { spellings } of listed) {
    const letters = spellings[0]?.length ?? 0;
    let most = letters;
    for (let at = 1; at < spellings.length; at += 1) {
      const spelling = spellings[at] ?? '';
      if (isJoined(spelling)) most = Math.max(most, spelling.length - JOINED.length);
    }
    plain += letters;
    longest += most;
  }
  return hasLength(plain) || hasLength(longest);
}

function mayBegin(word: ListedWord | undefined, subject: SubjectWords): boolean {
  if (!word) return false;
  const { spellings } = word;
  if (subject.beginsWith(spellings[0] ?? '')) return true;
  for (let at = 1; at < spellings.length; at += 1) {
    const spelling = spellings[at] ?? '';
    if (isJoined(spelling) && subject.beginsWith(lettersOf(spelling))) return true;
  }
  return false;
}

const onlySame = (relations: Relations = []): Relations =>
  relations.map((relation) => (relation === SAME ? SAME : UNRELATED));

/**
 * A reading of the subject with every pair joined that the list writes as one word; undefined if
 * there is none.
 */
export function joinOwnWords(
  { words, pairs }: OwnReading,
  listed: readonly ListedWord[],
): JoinedName<number> | undefined {
  if (pairs.length === 0) return undefined;
  const joinedWords: string[] = [];
  const own: number[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const found = joinedAt(at, pairs, listed);
    own.push(found?.pair.word ?? words[at] ?? -1);
    if (!found) continue;
    joinedWords.push(found.partner.spellings[0] ?? '');
    at += found.pair.count - 1;
  }
  return joinedWords.length > 0 ? { words: own, joinedWords } : undefined;
}

/** The first words from this one on that the list writes as one word. */
function joinedAt(at: number, pairs: OwnReading['pairs'], listed: readonly ListedWord[]) {
  for (const pair of pairs) {
    if (pair.at !== at) continue;
    for (const partner of listed) if (relationOf(partner, pair.word) >= CONSONANTS) return { pair, partner };
  }
  return undefined;
}
