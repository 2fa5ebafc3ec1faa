/** A person who can be mentioned. */
export interface Mentionable {
  userId: string;
  name: string;
}

/** The word after the last `@` before the caret, or undefined if no person is being typed there. */
export function typedMention(text: string, caret: number): { start: number; word: string } | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start < 0 || /\S/.test(before.charAt(start - 1))) return undefined;
  const word = before.slice(start + 1);
  return /[\n@]/.test(word) || word.length > 40 ? undefined : { start, word };
}

const SHOWN = 6;

/** People whose name, or a part of it, begins with the word. */
export function peopleFor(word: string, people: readonly Mentionable[]): Mentionable[] {
  const wanted = word.toLowerCase();
  const begins = ({ name }: Mentionable) =>
    name.toLowerCase().startsWith(wanted) ||
    name
      .toLowerCase()
      .split(/[\s.@-]+/)
      .some((part) => part.startsWith(wanted));
  return people.filter(begins).slice(0, SHOWN);
}

/** The text with the person in place of what was typed, and where the caret goes. */
export function withMention(text: string, { start, word }: { start: number; word: string }, { name }: Mentionable) {
  const end = start + 1 + word.length;
  const inserted = `@${name} `;
  return { text: text.slice(0, start) + inserted + text.slice(end).replace(/^ /, ''), caret: start + inserted.length };
}

/** Ids of the chosen people whose names are still in the text. */
export const mentionedIn = (text: string, chosen: readonly Mentionable[]): string[] => [
  ...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ userId }) => userId)),
];
