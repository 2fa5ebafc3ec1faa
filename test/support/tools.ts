import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/**
 * What some tests need beyond `npm ci`. Where it is missing they are skipped by name, and the last lines of
 * the run count them. With `CI=true` a missing program is an error, so that a green run has run them.
 */
export const TOOLS = {
  Chromium: 'apt-get install chromium-headless-shell, or name its path in CHROMIUM_PATH',
  Poppler: 'apt-get install poppler-utils',
} as const;
export type Tool = keyof typeof TOOLS;

/** Debian's binaries rather than its wrapper scripts, Playwright's build, then where others put theirs. */
const places = () => [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  chromium.executablePath(),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium that `CHROMIUM_PATH` names, or else the first that is installed. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  return (CHROMIUM_PATH ? [CHROMIUM_PATH] : places()).find((path) => existsSync(path));
}

/** The browser that the reviewed pictures were taken with: others smooth text differently. */
export const PICTURED_SHELL = 'headless-shell-156';

/** Whether the browser found here draws as on the reviewed pictures. */
export function isPictured(path = findChromium()): boolean {
  if (!path || process.platform !== 'linux' || !/headless[-_]shell$/.test(path)) return false;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const version = /\b(\d+)\.\d+\.\d+/.exec(stdout ?? '')?.[1];
  return PICTURED_SHELL === `headless-shell-${version}`;
}

export const findPoppler = () =>
  ['pdftoppm', 'pdfsig', 'pdftotext'].every((tool) => spawnSync(tool, ['-v']).error === undefined);

export const missingTools = (): Tool[] => [
  ...(findChromium() ? [] : ['Chromium' as const]),
  ...(findPoppler() ? [] : ['Poppler' as const]),
];

export const isCi = () => process.env.CI === 'true';

/** Whether tests that need a tool run; with `CI=true` they must. */
export function isPresent(tool: Tool, isFound: boolean): boolean {
  if (!isFound && isCi()) throw new Error(missingInCi([tool]));
  return isFound;
}

export const missingInCi = (missing: readonly Tool[]) =>
  `With CI=true all tests run, and ${missing.join(' and ')} cannot be found. ` +
  `Install with: ${missing.map((tool) => TOOLS[tool]).join('; ')}.`;

/**
 * Published sanctions lists (`lists/`) and PDFs (`pdfs/`), which are not ours to ship. Tests that read them are
 * skipped by name where the folder is missing, also with `CI=true`.
 */
const PUBLISHED_FILES = process.env.PUBLISHED_FILES ?? fileURLToPath(new URL('../../../shared', import.meta.url));
export const PUBLISHED_LISTS = join(PUBLISHED_FILES, 'lists');
export const PUBLISHED_PDFS = join(PUBLISHED_FILES, 'pdfs');
