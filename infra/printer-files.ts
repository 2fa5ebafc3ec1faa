import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRINTER_FILES } from '#shared/documents/printing/fonts.ts';
import type { PrinterName } from './printer-layer.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Lambda unpacks a layer below `/opt`, so this is `/opt/printer`. */
const FOLDER = 'printer';

/**
 * Puts what a printer needs on Lambda into one directory, for a layer: its packages with all they depend
 * on, and the fonts. Returns the directory.
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
  return directory;
}

const copyPackage = (name: string, home: string) => copy(join('node_modules', name), home);

function copy(path: string, home: string): void {
  cpSync(join(PROJECT, path), join(home, path), { recursive: true, dereference: true });
}

type Locked = { dependencies?: Record<string, string> };
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
