import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { typeset } from '../../src/printing/typst/typesetting.ts';
import { typstPrinter } from '../../src/printing/typst-printer.ts';
import { paragraph, printed } from './trees.ts';

const job = (program: string) => ({ program, data: '{}', fonts: [], mostPages: 50 });
const ENDLESS = '#for a in range(100000) { for b in range(100000) { let c = a * b } }';
/** More memory than WebAssembly can allocate. */
const BREAKING = '#("x" * 4000000000)';

test('Typst: a job that takes too long is terminated, and the next one succeeds', async () => {
  expect(await typeset(job(ENDLESS), 0.5)).toBe('too_long');

  expect(await typeset(job('Hello'))).toMatchObject({ pageCount: 1 });
});

test('Typst: a job that crashes the compiler does not affect others', async () => {
  const broken = typeset(job(BREAKING)).then(async (document) =>
    typeof document === 'object' ? document.pageCount : document,
  );
  const after = typeset(job('Hello'));

  await expect(broken).rejects.toThrow('Typst broke');
  expect(await after).toMatchObject({ pageCount: 1 });
});

test('Typst: an error message contains nothing of the document', async () => {
  await expect(typeset(job('#("a secret name" + 1)'))).rejects.toThrow(/^Typst could not set a document: (?!.*secret)/);
});

test('Typst: concurrent jobs get their own results', async () => {
  const pages = await Promise.all(
    [3, 1, 2].map((count) => typeset(job('a #pagebreak() '.repeat(count - 1).concat('b')))),
  );

  expect(pages).toMatchObject([{ pageCount: 3 }, { pageCount: 1 }, { pageCount: 2 }]);
});

test('Typst: a document with too many pages is not exported', async () => {
  const document = await typeset({ ...job('a #pagebreak() b #pagebreak() c'), mostPages: 2 });

  expect(document).toMatchObject({ pageCount: 3, pdf: new Uint8Array() });
});

test('Typst: prints from a bundle in another directory, as on Lambda', { tags: 'full' }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'printer-'));
  buildSync({
    stdin: {
      contents: `
        import { typstPrinter } from '#packages/agreements/src/printing/typst-printer.ts';
        const tree = { blocks: [{ kind: 'paragraph', children: [{ kind: 'text', text: 'Hello' }] }] };
        const { pdf } = await typstPrinter.print({ tree, pageSize: 'A4', title: 'Test' });
        process.stdout.write(pdf);`,
      resolveDir: process.cwd(),
    },
    outfile: join(directory, 'index.mjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
  });

  const pdf = execFileSync(process.execPath, [join(directory, 'index.mjs')], {
    cwd: directory,
    env: { PRINTER_HOME: process.cwd() },
  });
  rmSync(directory, { recursive: true });

  expect(pdf.equals((await printed(typstPrinter, paragraph('Hello'))).pdf)).toBe(true);
});
