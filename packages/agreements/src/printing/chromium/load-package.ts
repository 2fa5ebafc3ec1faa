import { createRequire } from 'node:module';
import { join } from 'node:path';
import { printerHome } from '../fonts.ts';

/**
 * Loads a package from the printer's home instead of the bundle, because only a deployment that
 * prints with Chromium includes it. The caller supplies the type.
 */
export const loadPackage = <T>(name: string): T => createRequire(join(printerHome(), 'package.json'))(name) as T;
