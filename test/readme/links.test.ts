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

const sources = globSync(['*', '{bench,bin,console,docs,functions,infra,packages,shared,test}/**/*'], {
  cwd: root,
  exclude: (name) => /node_modules|^dist$/.test(name),
});

/** Names of files that are not in the repository: made by a command that the page describes, part of a URL, or published by others. */
const ELSEWHERE = ['stages/production.json', 'guide.mjs', 'targets.nested.json', 'entities.ftm.json'];

/** Names in backticks that end like a source file, without patterns, placeholders and URLs. */
const filesNamedIn = (file: string) =>
  [...withoutCode(readIn(file)).matchAll(/`([\w@./+-]+\.(?:tsx?|mjs|css|md|json))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/^[./@]/.test(name) && !ELSEWHERE.includes(name));

const isSource = (file: string, name: string) =>
  existsSync(join(root, dirname(file), name)) || sources.some((one) => one === name || one.endsWith(`/${name}`));

test('documentation: every file that a page names exists', () => {
  // The changelog names files of earlier releases.
  const pages = documents.filter((file) => file !== 'CHANGELOG.md');
  const missing = pages.flatMap((file) =>
    filesNamedIn(file)
      .filter((name) => !isSource(file, name))
      .map((name) => `${file}: ${name}`),
  );

  expect(pages.flatMap(filesNamedIn).length).toBeGreaterThan(200);
  expect(missing).toEqual([]);
});

test('documentation: every module and every package has a README', () => {
  const folders = globSync(['shared/*/', 'packages/*/'], { cwd: root });

  expect(folders.length).toBeGreaterThan(15);
  expect(folders.filter((folder) => !existsSync(join(root, folder, 'README.md')))).toEqual([]);
});

test('documentation: figures that two pages state agree', () => {
  const [, total = ''] = /\| \*\*total\*\* \| \| \*\*([\d.]+)\*\* \|/.exec(readIn('docs/costs.md')) ?? [];
  const [, full = '', usual = '', soak = ''] =
    /scaled\(isFull \? ([\d_]+) : ([\d_]+), ([\d_]+)\)/.exec(
      readIn('packages/policy-engine/test/agrees-with-reference.test.ts'),
    ) ?? [];
  const written = (number: string) => Number(number.replaceAll('_', '')).toLocaleString('en');

  expect(readIn('README.md')).toContain(`About $${Math.round(Number(total))} a month when idle.`);
  for (const page of ['docs/adr/0010-policy-evaluation.md', 'packages/policy-engine/README.md']) {
    expect(readIn(page).replace(/\s+/g, ' ')).toContain(`on ${written(usual)} random policies`);
    expect(readIn(page)).toContain(written(full));
    expect(readIn(page)).toContain(written(soak));
  }
});

/** The rules of the repository are in the repository: a page must not cite a text that readers do not have. */
test('documentation: no page and no source cites a specification that is not here', () => {
  const texts = sources.filter(
    (file) => /\.(?:tsx?|md)$/.test(file) && file !== 'CHANGELOG.md' && !file.endsWith('links.test.ts'),
  );
  const citing = texts.filter((file) => /\b(?:the|its) specification\b/i.test(readIn(file).replace(/\s+\*?\s*/g, ' ')));

  expect(citing).toEqual([]);
});

test('README: it has at most 200 lines', () => {
  expect(readIn('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

const records = globSync('docs/adr/0*.md', { cwd: root }).sort();

test('decision records: numbers have no gaps, and the index links to each record', () => {
  const index = readIn('docs/adr/README.md');
  const numbers = records.map((file) => Number(file.match(/\/(\d{4})-/)?.[1]));

  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
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
