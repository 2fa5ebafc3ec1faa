import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the command and all it imports into one file for publication. */
const folder = fileURLToPath(new URL('.', import.meta.url));

rmSync(`${folder}dist`, { recursive: true, force: true });
await build({
  entryPoints: { assay: `${folder}src/main.ts` },
  outdir: `${folder}dist`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  treeShaking: true,
  mainFields: ['module', 'main'],
  legalComments: 'linked',
  logLevel: 'warning',
});
