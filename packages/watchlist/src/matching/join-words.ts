import { listedHalves } from '@assay/names';
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
    const letters = second && joinedLetters(first, second, subject);
    if (letters === undefined) {
      words?.push(first);
      continue;
    }
    words = words ?? listed.slice(0, at);
    const relations = onlySame(subject.relate(letters));
    words.push({ spellings: [letters], related: [{ spelling: letters, relations }] });
    joinedWords.push(`${first.spellings[0]} ${second?.spellings[0]}`);
    at += 1;
  }
  return words && { words, joinedWords };
}

function joinedLetters(
  { spellings: first }: ListedWord,
  { spellings: second }: ListedWord,
  subject: SubjectWords,
): string | undefined {
  if (!subject.beginsWith(first[0] ?? '')) return undefined;
  for (const [start, end] of listedHalves(first, second)) if (subject.isJoined(start, end)) return start + end;
  return undefined;
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
    const pair = pairs.find((one) => one.at === at);
    const partner = pair && listed.find((one) => relationOf(one, pair.word) >= CONSONANTS);
    own.push((partner ? pair?.word : words[at]) ?? -1);
    if (!partner) continue;
    joinedWords.push(partner.spellings[0] ?? '');
    at += 1;
  }
  return joinedWords.length > 0 ? { words: own, joinedWords } : undefined;
}
