import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRINTER_FILES } from '@assay/agreements/fonts';
import type { PrinterName } from './printer-layer.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Lambda mounts layers below `/opt`, so this is `/opt/printer`. */
const FOLDER = 'printer';

/**
 * Source maps, type declarations, sources and documentation: Node loads none of them, and layers
 * have a size limit.
 */
const NOT_LOADED = /\.(?:map|[cm]?ts|tsx|flow|md|markdown|tsbuildinfo)$/i;

/**
 * Copies the packages of a printer with their dependencies, and the fonts, into one directory for a
 * layer. Returns the directory.
 */
export function gatherPrinter(name: PrinterName, dist = join(PROJECT, 'dist')): string {
  const directory = join(dist, `printer-${name}`);
  rmSync(directory, { recursive: true, force: true });
  for (const file of printerFiles(name)) {
    const target = join(directory, FOLDER, file);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(PROJECT, file), target);
  }
  return directory;
}

/** Files of a printer's layer, relative to the project root. */
export function printerFiles(name: PrinterName): string[] {
  // Typst stamps values with every printer, so it is always included.
  const { fonts, typst, chromium } = PRINTER_FILES;
  const packages = [...typst.packages, ...(name === 'chromium' ? chromium.packages : [])];
  return [...fonts, ...withDependencies(packages).flatMap(filesOfPackage)];
}

function filesOfPackage(name: string): string[] {
  const root = join('node_modules', name);
  return readdirSync(join(PROJECT, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_LOADED.test(entry.name))
    .map((entry) => join(root, entry.parentPath.slice(join(PROJECT, root).length), entry.name));
}

type Locked = { dependencies?: Record<string, string> };
let lockFile: { packages: Record<string, Locked | undefined> } | undefined;

/** Read lazily and once: synthesis for the local cloud does not need it. */
function lockedOf(name: string): Locked | undefined {
  lockFile ??= JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'));
  return lockFile?.packages[`node_modules/${name}`];
}

/**
 * Packages in the lock file. All dependencies are hoisted to the top level; a nested one would fail
 * here.
 */
function withDependencies(names: readonly string[]): string[] {
  const all = new Set<string>(names);
  // A set iterates over elements that are added during the iteration.
  for (const name of all) {
    const locked = lockedOf(name);
    if (!locked) throw new Error(`The lock file has no package ${name}.`);
    for (const dependency of Object.keys(locked.dependencies ?? {})) all.add(dependency);
  }
  return [...all];
}
