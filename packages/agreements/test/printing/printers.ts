import { findChromium, isPresent } from '../../../../test/support/tools.ts';
import { chromiumWithin } from '../../src/printing/chromium-printer.ts';
import type { Printer } from '../../src/printing/printer.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';

const found = findChromium();
if (found) process.env.CHROMIUM_PATH = found;

/** Beside many programs. Only limits that need no clock are tested. */
const PATIENCE_SECONDS = 300;
export const chromiumPrinter = chromiumWithin(PATIENCE_SECONDS);

export const hasChromium = isPresent('Chromium', found !== undefined);

/** Each printer with whether it is available here. */
export const printers: [name: string, printer: Printer, isHere: boolean][] = [
  ['typst', typstPrinter, true],
  ['chromium (needs Chromium)', chromiumPrinter, hasChromium],
];
