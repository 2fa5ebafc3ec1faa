import { existsSync } from 'node:fs';
import { chromiumPrinter } from '#shared/documents/printing/chromium-printer.ts';
import type { Printer } from '#shared/documents/printing/printer.ts';
import { typstPrinter } from '#shared/documents/printing/typst-printer.ts';

/** Where systems put the browser itself; what lies on the path is often a script around it. */
const PLACES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
];

const found = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path));
if (found) process.env.CHROMIUM_PATH = found;

export const hasChromium = found !== undefined;

/** Each with whether it can be tried here. */
export const printers: [name: string, printer: Printer, isHere: boolean][] = [
  ['typst', typstPrinter, true],
  [hasChromium ? 'chromium' : 'chromium (none installed here)', chromiumPrinter, hasChromium],
];
