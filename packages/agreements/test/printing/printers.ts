import { existsSync } from 'node:fs';
import { chromiumPrinter } from '../../src/printing/chromium-printer.ts';
import type { Printer } from '../../src/printing/printer.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';

/** Where systems install the browser itself; the one on the PATH is often a wrapper script. */
const PLACES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
];

const found = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path));
if (found) process.env.CHROMIUM_PATH = found;

export const hasChromium = found !== undefined;

/** Each printer with whether it is available here. */
export const printers: [name: string, printer: Printer, isHere: boolean][] = [
  ['typst', typstPrinter, true],
  [hasChromium ? 'chromium' : 'chromium (none installed here)', chromiumPrinter, hasChromium],
];
