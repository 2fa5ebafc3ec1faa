import { readFileSync } from 'node:fs';

/** The code blocks of a section of the README, in their order. */
export interface Block {
  language: string;
  text: string;
}

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

export function blocksOf(heading: string): Block[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  return [...body.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}
