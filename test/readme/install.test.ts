import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

/** Installing one of our packages by its name from a registry, where another party may own the name. */
const BY_NAME =
  /\b(?:npm (?:i|install|add|exec)|npx|yarn add|pnpm add|bun add|bunx|deno add)\b[^\n`]*\s(?:npm:)?@assay\/[\w-]+/g;

test.each([
  ['npm install @assay/client', true],
  ['npm install --global @assay/cli       # from a checkout', true],
  ['npx @assay/cli login', true],
  ['deno add npm:@assay/client', true],
  ['npm pack --workspace @assay/client', false],
  ['npm install ../assay/assay-client-0.1.0.tgz', false],
])('instructions: %j installs from a registry: %s', (line, isByName) => {
  expect([...line.matchAll(BY_NAME)].length > 0).toBe(isByName);
});

// The packages are not published: a stranger who registers the name would get the secrets of those who follow.
test('instructions: no page tells people to install a package that is not published', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: CHECKOUT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => /\.(?:md|ts|tsx|js|json|html)$/.test(path))
    .filter((path) => !path.startsWith('test/') && path !== 'package-lock.json');

  const found = files.flatMap((path) =>
    [...readFileSync(`${CHECKOUT}${path}`, 'utf8').matchAll(BY_NAME)].map(([line]) => `${path}: ${line}`),
  );

  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
