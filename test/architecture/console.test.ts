import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '#test/support/source-files.ts';

/** The console runs in browsers. Everything outside of it is known by its types only. */
const files = sourceFiles('console');

test('console: it imports only types from other folders', () => {
  const wrong = files.flatMap(({ path, text, imports }) =>
    imports
      .filter(({ target }) => !target.startsWith('console/'))
      .filter(({ specifier }) => !isTypeImport(text, specifier))
      .map(({ specifier }) => `${path} imports ${specifier}`),
  );

  expect(files.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

const isTypeImport = (text: string, specifier: string) => {
  const statements = text.match(/(?:^|\n)\s*(?:import|export)\b[^;'"]*?from '[^']+'/g) ?? [];
  const own = statements.filter((one) => one.endsWith(`from '${specifier}'`));
  return own.length > 0 && own.every((one) => /^\s*(?:import|export) type\b/.test(one));
};

/** Folders of the console, with those that each may import. Files at the root compose them. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  api: ['api', 'domain'],
  parts: ['parts', 'api'],
  domain: ['domain', 'parts', 'api'],
  pictures: ['pictures', 'domain', 'parts', 'api'],
  shell: ['shell', 'parts', 'api'],
  screens: ['parts', 'pictures', 'domain', 'shell', 'api'],
};

test('console: screens import shared parts, and never each other', () => {
  const wrong = files.flatMap(({ path, imports }) => {
    const [, folder = '', screen = ''] = path.split('/');
    const allowed = MAY_IMPORT[folder];
    const isComposing = folder === 'screens' && screen.endsWith('.ts');
    if (!allowed || isComposing) return [];
    return imports
      .map(({ target }) => target.split('/'))
      .filter(([top, one, other, rest]) =>
        top === 'console' && other !== undefined && one !== undefined
          ? !allowed.includes(one) && !(folder === 'screens' && one === 'screens' && isSameScreen(other, rest, screen))
          : false,
      )
      .map((target) => `${path} imports ${target.join('/')}`);
  });

  expect(wrong).toEqual([]);
});

/** A screen is a folder, or a file beside the folders. */
const isSameScreen = (other: string, rest: string | undefined, screen: string) =>
  rest !== undefined && other === screen;

test('console: nothing but the build reads its files', () => {
  const importers = sourceFiles('bin', 'functions', 'infra', 'shared', 'packages')
    .filter(({ imports }) => imports.some(({ target }) => target.startsWith('console/')))
    .map(({ path }) => path);

  expect(importers).toEqual([]);
});

test('console: style sheets are imported by main.tsx only', () => {
  const styled = readdirSync('console', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== 'main.tsx' && !name.endsWith('.d.ts'))
    .filter((name) => /^import '[^']+\.css'/m.test(readFileSync(`console/${name}`, 'utf8')));

  expect(styled).toEqual([]);
});
