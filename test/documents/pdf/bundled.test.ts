import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { staticFilesOf } from '#infra/static-files.ts';
import { aForm } from '#packages/agreements/test/pdf/fixtures.ts';
import { signingRoutes } from '#shared/documents/routes/signing.ts';

const PNG_FIRST_BYTE = 0x89;

/** As in infra/bundle.ts: one file, without our packages next to it. */
const ENTRY = `
  import { readFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  import { drawFirstPage, finishPdf, inspectPdf, listFormFields } from '@assay/agreements/pdf';

  export const others = [finishPdf];
  if (isMainThread) {
    const pdf = readFileSync(process.argv[2]);
    const { pages } = await inspectPdf(pdf);
    const fields = await listFormFields(pdf);
    const [firstByte] = (await drawFirstPage(pdf)) ?? [];
    console.log(JSON.stringify({ pages: pages?.length, fields: fields.length, firstByte }));
  }
`;

test('PDF threads: a bundle reads and draws files in worker threads without other packages', {
  tags: 'full',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const { warnings } = await build({
      stdin: { contents: ENTRY, resolveDir: process.cwd(), loader: 'ts' },
      outfile: join(folder, 'index.mjs'),
      bundle: true,
      minify: true,
      logLevel: 'silent',
      platform: 'node',
      target: 'node24',
      format: 'esm',
      mainFields: ['module', 'main'],
    });
    writeFileSync(join(folder, 'form.pdf'), await aForm());
    const files = staticFilesOf(signingRoutes.readSigningPreview);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const run = ['index.mjs', 'form.pdf'];
    const output = execFileSync(process.execPath, run, { cwd: folder, encoding: 'utf8' });

    expect(JSON.parse(output)).toEqual({ pages: 2, fields: 10, firstByte: PNG_FIRST_BYTE });
    expect(warnings.map(({ text }) => text)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
