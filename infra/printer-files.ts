import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRINTER_FILES } from '#shared/documents/printing/fonts.ts';
import type { PrinterName } from './printer-layer.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Lambda unpacks a layer below `/opt`, so this is `/opt/printer`. */
const FOLDER = 'printer';

/** Source maps, type declarations, sources and texts: Node loads none of them, and a layer is limited. */
const NOT_LOADED = /\.(?:map|[cm]?ts|tsx|flow|md|markdown|tsbuildinfo)$/i;

/**
 * Copies what a printer needs on Lambda into one directory, for a layer: its packages with all they depend
 * on, and the fonts. Returns the directory.
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

/** The files of a printer's layer, from the project's root. */
export function printerFiles(name: PrinterName): string[] {
  // Values are stamped by Typst whichever printer is chosen, so it is always there.
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
