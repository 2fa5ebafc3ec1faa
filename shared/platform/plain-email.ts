import type { Email } from './mail.ts';

/** A paragraph, or a link with its words. */
type Line = string | { text: string; url: string };

/** An email to a user of the service: paragraphs and links, without layout. Every value is escaped. */
export function plainEmail(to: string, subject: string, lines: readonly Line[]): Email {
  const clean = lines.map((line) => (typeof line === 'string' ? oneLine(line) : { ...line, text: oneLine(line.text) }));
  return { to, subject: oneLine(subject), text: `${clean.map(textOf).join('\n\n')}\n`, html: htmlOf(clean) };
}

export const greeting = (name: string | null) => `Hello${name === null ? '' : ` ${name}`},`;

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

const textOf = (line: Line) => (typeof line === 'string' ? line : `${line.text}\n${line.url}`);

const paragraph = (line: Line) =>
  typeof line === 'string' ? escaped(line) : `<a href="${escaped(line.url)}">${escaped(line.text)}</a>`;

const htmlOf = (lines: readonly Line[]) =>
  `<!doctype html><html lang="en"><body>${lines.map((line) => `<p>${paragraph(line)}</p>`).join('')}</body></html>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
