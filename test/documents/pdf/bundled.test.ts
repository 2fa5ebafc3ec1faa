import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { aForm } from './fixtures.ts';

/** As infra/bundle.ts does it: one file, and none of our packages beside it. */
const ENTRY = `
  import { readFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  import { inspectPdf } from '#shared/documents/pdf/inspect-pdf.ts';
  import { listFormFields } from '#shared/documents/pdf/form-fields.ts';
  import { stampPdf } from '#shared/documents/pdf/stamp.ts';
  import { sealPdf } from '#shared/documents/pdf/seal.ts';

  export const others = [stampPdf, sealPdf];
  if (isMainThread) {
    const pdf = readFileSync(process.argv[2]);
    const { pages } = await inspectPdf(pdf);
    const fields = await listFormFields(pdf);
    console.log(JSON.stringify({ pages: pages?.length, fields: fields.length }));
  }
`;

test('a bundle reads files in a thread of its own, without any package beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const { warnings } = await build({
      stdin: { contents: ENTRY, resolveDir: process.cwd(), loader: 'ts' },
      ...{ outfile: join(folder, 'index.mjs'), bundle: true, minify: true, logLevel: 'silent' },
      ...{ platform: 'node', target: 'node24', format: 'esm', mainFields: ['module', 'main'] },
    });
    writeFileSync(join(folder, 'form.pdf'), await aForm());
    const run = ['index.mjs', 'form.pdf'];
    const output = execFileSync(process.execPath, run, { cwd: folder, encoding: 'utf8' });

    expect(JSON.parse(output)).toEqual({ pages: 2, fields: 10 });
    expect(warnings.map(({ text }) => text)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
