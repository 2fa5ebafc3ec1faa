import { readFileSync } from 'node:fs';

/** The code blocks of a section of a document, in their order. */
export interface Block {
  language: string;
  text: string;
}

export function blocksOf(heading: string, file = 'README.md'): Block[] {
  const document = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  return [...body.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}
