import { readFileSync } from 'node:fs';
import { satisfies, subset } from 'semver';
import { expect, test } from 'vitest';

interface Manifest {
  engines?: { node?: string };
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { engines } = read('package.json') as Manifest;
const ours = engines?.node ?? '';
const locked: Record<string, Manifest> = read('package-lock.json').packages;

test('engines: every version of Node that the repository accepts is one that every locked package accepts', () => {
  const installed = Object.entries(locked).filter(([path]) => path.includes('node_modules/'));
  const stricter = installed.flatMap(([path, { engines: theirs }]) => {
    const range = theirs?.node;
    return range === undefined || subset(ours, range) ? [] : [`${path} needs ${range}`];
  });

  expect(installed.length).toBeGreaterThan(200);
  expect(stricter).toEqual([]);
});

test('engines: the repository refuses Node 20, and accepts that of .nvmrc and of its scripts', () => {
  const { version } = read('node_modules/node/package.json');
  const nvm = readFileSync('.nvmrc', 'utf8').trim();

  expect(satisfies('20.19.0', ours)).toBe(false);
  expect([satisfies(version, ours), subset(nvm, ours)]).toEqual([true, true]);
});

test.each(['client', 'cli'])('engines: the packed %s runs on Node 20', (name) => {
  expect(read(`packages/${name}/package.json`).engines).toEqual({ node: '>=20' });
});
