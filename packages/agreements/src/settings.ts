import * as z from 'zod';

/** The environment variables of this package; no other file of it reads `process.env`. */
const Settings = z.object({
  /** The printer that makes PDFs. */
  PRINTER: z.enum(['typst', 'chromium']).optional(),
  /** The directory of the printers' packages, if not the working directory. */
  PRINTER_HOME: z.string().optional(),
  /** An installed browser, where the one built for Lambda cannot run. */
  CHROMIUM_PATH: z.string().optional(),
});

export const printerSettings = () => Settings.parse(process.env);
