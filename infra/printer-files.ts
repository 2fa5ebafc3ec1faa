import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRINTER_FILES } from '#shared/documents/printing/fonts.ts';
import type { PrinterName } from './printer-layer.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Lambda unpacks a layer below `/opt`, so this is `/opt/printer`. */
const FOLDER = 'printer';

/**
 * Puts what a printer needs on Lambda into one directory, for a layer: its packages with all they depend
 * on, its native half, and the fonts. Returns the directory.
 */
export function gatherPrinter(name: PrinterName, dist = join(PROJECT, 'dist')): string {
  const directory = join(dist, `printer-${name}`);
  rmSync(directory, { recursive: true, force: true });
  const home = join(directory, FOLDER);
  for (const file of PRINTER_FILES.fonts) copy(file, home);
  // Values are stamped by Typst whoever prints, so it is always there.
  const { typst, chromium } = PRINTER_FILES;
  const packages = [...typst.packages, ...(name === 'chromium' ? chromium.packages : [])];
  for (const each of withDependencies(packages)) copyPackage(each, home);
  addNative(typst.nativePackages[name === 'chromium' ? 'x64' : 'arm64'], home);
  return directory;
}

const copyPackage = (name: string, home: string) => copy(join('node_modules', name), home);

function copy(path: string, home: string): void {
  cpSync(join(PROJECT, path), join(home, path), { recursive: true, dereference: true });
}

type Locked = { version?: string; integrity?: string; dependencies?: Record<string, string> };
let lockFile: { packages: Record<string, Locked | undefined> } | undefined;

/** Read once, and when it is needed: synthesis for one's own desk has no use for it. */
function lockedOf(name: string): Locked | undefined {
  lockFile ??= JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'));
  return lockFile?.packages[`node_modules/${name}`];
}

/** As the lock file has them. All of ours lie at the top; one that did not would be found missing here. */
function withDependencies(names: readonly string[]): string[] {
  const all = new Set<string>(names);
  // A set hands out what is added to it while it is walked.
  for (const name of all) {
    const locked = lockedOf(name);
    if (!locked) throw new Error(`The lock file does not know ${name}.`);
    for (const dependency of Object.keys(locked.dependencies ?? {})) all.add(dependency);
  }
  return [...all];
}

/**
 * The package for Lambda's system. npm installs the one of this machine only, so elsewhere it is fetched
 * from the registry, in the version and with the content the lock file names.
 */
function addNative(name: string, home: string): void {
  if (existsSync(join(PROJECT, 'node_modules', name))) {
    copyPackage(name, home);
    return;
  }
  const locked = lockedOf(name);
  if (!locked?.version || !locked.integrity)
    throw new Error(`The lock file does not know ${name}.`);
  const target = join(home, 'node_modules', name);
  const download = join(home, 'download');
  mkdirSync(download, { recursive: true });
  const packed = execFileSync(
    'npm',
    ['pack', '--silent', `${name}@${locked.version}`, '--pack-destination', download],
    { encoding: 'utf8' },
  ).trim();
  const archive = join(download, packed.split('\n').at(-1) ?? '');
  const digest = `sha512-${hash('sha512', readFileSync(archive), 'base64')}`;
  if (digest !== locked.integrity) throw new Error(`${name} is not what the lock file names.`);
  execFileSync('tar', ['-xzf', archive, '-C', download]);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(join(download, 'package'), target);
  rmSync(download, { recursive: true });
}
