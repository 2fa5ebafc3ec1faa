import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { printerFiles } from '#infra/printer-files.ts';
import { PRINTERS } from '#infra/printer-layer.ts';
import { PRINTER_FILES } from '#packages/agreements/src/printing/fonts.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Lambda's limit on a function with its layers, unpacked: 250 MB. */
const LAMBDA_BYTES = 250 * 1024 * 1024;
/** The largest bundle beside the layer, and room for the next release of Chromium. */
const LEFT_FREE_BYTES = 40 * 1024 * 1024;

describe.each(PRINTERS)('the layer of %s', (name) => {
  const files = printerFiles(name);

  test('fits into Lambda with room to spare', () => {
    const bytes = files.reduce((sum, file) => sum + statSync(join(PROJECT, file)).size, 0);

    expect(bytes).toBeLessThan(LAMBDA_BYTES - LEFT_FREE_BYTES);
  });

  test('holds no source maps, type declarations or sources', () => {
    expect(files.filter((file) => /\.(map|ts|mts|cts|md)$/.test(file))).toEqual([]);
  });

  test('holds what Node looks for: manifests, scripts, WebAssembly and fonts', () => {
    const { typst, fonts } = PRINTER_FILES;
    expect(files).toEqual(
      expect.arrayContaining([
        ...fonts,
        join(typst.folder, typst.module),
        join(typst.folder, typst.script),
        join('node_modules', '@myriaddreamin', 'typst-ts-web-compiler', 'package.json'),
      ]),
    );
    expect(files.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
  });
});
