import { createRequire } from 'node:module';
import { join } from 'node:path';
import { printerHome } from '../fonts.ts';

/**
 * A package from the printer's home instead of the bundle: only a deployment that prints with the browser
 * has to carry it. The caller names the type of what it loads.
 */
export const loadPackage = <T>(name: string): T =>
  createRequire(join(printerHome(), 'package.json'))(name) as T;
