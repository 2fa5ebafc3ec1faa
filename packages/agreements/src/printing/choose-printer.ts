import { printerSettings } from '../settings.ts';
import { chromiumPrinter } from './chromium-printer.ts';
import type { Printer } from './printer.ts';
import { typstPrinter } from './typst-printer.ts';

const PRINTERS: Record<string, Printer> = { typst: typstPrinter, chromium: chromiumPrinter };

/** The named printer, by default the one that this deployment has configured. */
export function printerOf(name: string = printerSettings().PRINTER ?? 'typst'): Printer {
  return PRINTERS[name] ?? typstPrinter;
}
