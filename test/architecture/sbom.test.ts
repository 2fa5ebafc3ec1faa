import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

interface Locked {
  name?: string;
  version: string;
  integrity?: string;
  link?: boolean;
}

interface Component {
  name: string;
  version: string;
  hashes?: { alg: string; content: string }[];
}

test('npm run sbom: lists every package of the lock file with its digest', () => {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(`${PROJECT}/package-lock.json`, 'utf8'),
  );
  const options = { cwd: PROJECT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' } as const;
  const { bomFormat, components }: { bomFormat: string; components: Component[] } = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], options),
  );
  const listed = new Map(components.map((one) => [`${one.name}@${one.version}`, one.hashes?.[0]?.content]));

  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const locked = Map.groupBy(
    installed.map(([, one]) => one),
    (_one, index) => {
      const [path = '', { name, version }] = installed[index] as [string, Locked];
      return `${name ?? path.split('node_modules/').at(-1)}@${version}`;
    },
  );
  // npm knows no digest of a copy that is shipped within another package.
  const digestOf = (copies: readonly Locked[]) => {
    const [, digest] = copies.every(({ integrity }) => integrity) ? (copies[0]?.integrity?.split('-') ?? []) : [];
    return digest && Buffer.from(digest, 'base64').toString('hex');
  };
  const expected = [...locked].map(([name, copies]) => [name, digestOf(copies)] as const);

  expect(bomFormat).toBe('CycloneDX');
  expect(expected.filter(([name]) => !listed.has(name))).toEqual([]);
  expect(expected.filter(([name, digest]) => digest !== undefined && listed.get(name) !== digest)).toEqual([]);
  expect(expected.filter(([, digest]) => digest).length).toBeGreaterThan(500);
});
