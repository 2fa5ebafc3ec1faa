import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = globSync(['*.md', '{docs,shared,infra,packages,console,test}/**/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
});
const readIn = (file: string) => readFileSync(join(root, file), 'utf8');

/** Anchors as GitHub derives them from headings. */
const anchorsOf = (file: string) =>
  [...withoutCode(readIn(file)).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, '');

const linksOf = (file: string) =>
  [...withoutCode(readIn(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

const isBroken = (file: string, link: string) => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
};

test('documentation: every relative link leads to a file and heading that exist', () => {
  const broken = documents.flatMap((file) =>
    linksOf(file)
      .filter((link) => isBroken(file, link))
      .map((link) => `${file}: ${link}`),
  );

  expect(documents.length).toBeGreaterThan(15);
  expect(broken).toEqual([]);
});

test('README: it has at most 200 lines', () => {
  expect(readIn('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

const records = globSync('docs/adr/0*.md', { cwd: root }).sort();

test('decision records: numbers have no gaps, and the index links to each record', () => {
  const index = readIn('docs/adr/README.md');
  const numbers = records.map((file) => Number(file.match(/\/(\d{4})-/)?.[1]));

  expect(numbers).toEqual(records.map((_, at) => at + 1));
  expect(records.filter((file) => !index.includes(`(${file.replace('docs/adr/', '')})`))).toEqual([]);
});

test.each(records)('decision records: %s has a status, context, decision and consequences', (file) => {
  const text = readIn(file);

  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    'Status',
    'Context',
    'Decision',
    'Consequences',
  ]);
  expect(text.split('\n').length).toBeLessThanOrEqual(70);
});
