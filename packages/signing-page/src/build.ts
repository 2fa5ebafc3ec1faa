import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';
import { LANGUAGE_CODES } from './languages.ts';

/**
 * Files of the signing page: script, style, PDF.js and a font. All are served below one digest of
 * their contents, so that they can refer to each other by plain names and be cached indefinitely.
 */
const CLIENT = fileURLToPath(new URL('client', import.meta.url));
const { resolve } = createRequire(import.meta.url);
const PDFJS = dirname(resolve('pdfjs-dist/package.json'));

const PACKAGE_FILES = [
  // The legacy build, for browsers of older phones.
  'legacy/build/pdf.min.mjs',
  'legacy/build/pdf.worker.min.mjs',
  // Decoders of scanned images and colour profiles.
  'wasm/jbig2.wasm',
  'wasm/openjpeg.wasm',
  'wasm/qcms_bg.wasm',
].map((file) => join(PDFJS, file));

/** Standard fonts that a PDF may omit, and CMaps of East Asian fonts. */
const PACKAGE_FOLDERS = [join(PDFJS, 'standard_fonts'), join(PDFJS, 'cmaps')];

/** Fonts of entered values and page texts, by script. Those of Chinese, Japanese and Korean are too large to send. */
const PRINTED = [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-arabic', 'NotoSansArabic'],
  ['noto-sans-bengali', 'NotoSansBengali'],
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
  ['noto-sans-hebrew', 'NotoSansHebrew'],
  ['noto-sans-tamil', 'NotoSansTamil'],
  ['noto-sans-telugu', 'NotoSansTelugu'],
  ['noto-sans-thai', 'NotoSansThai'],
].map(([family, file]) => resolve(`@expo-google-fonts/${family}/400Regular/${file}_400Regular.ttf`));

type Files = Record<string, Uint8Array>;

/** Contents by file name: the page, the script for embedding it, and `build.txt` with the digest. */
export interface BuiltPage {
  page: Files;
  embed: Files;
  build: Files;
}

export function buildSigningPage(): BuiltPage {
  const page = {
    'page.js': bundled('main.ts', { format: 'esm' }),
    // Renders PDF forms; loaded for documents with fields linked to one.
    'form.worker.js': bundled('form/form-worker.ts', { format: 'iife' }),
    'verify.js': bundled('verify/verify.ts', { format: 'esm', charset: 'utf8' }),
    'verify.css': bundled('verify/verify.css', {}),
    ...textFiles(),
    'page.css': bundled('style/page.css', { external: ['*.woff2', '*.ttf'] }),
    ...filesAt([...PACKAGE_FILES, ...PACKAGE_FOLDERS.flatMap(filesIn), ...PRINTED]),
  };
  return {
    page,
    embed: { 'assay-sign.js': bundled('embed.ts', { format: 'iife' }) },
    build: { 'build.txt': Buffer.from(digestOf(page)) },
  };
}

/** The texts of each language are a separate file. */
const textFiles = (): Files =>
  Object.fromEntries(
    LANGUAGE_CODES.map((code) => [
      `text-${code}.js`,
      bundled(`languages/${code}.ts`, { format: 'esm', charset: 'utf8' }),
    ]),
  );

function bundled(entry: string, options: BuildOptions): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [join(CLIENT, entry)],
    bundle: true,
    minify: true,
    legalComments: 'none',
    target: ['chrome100', 'firefox100', 'safari15.4'],
    write: false,
    logLevel: 'warning',
    ...options,
  });
  const [output] = outputFiles ?? [];
  if (!output) throw new Error(`esbuild has no output for ${entry}.`);
  return output.contents;
}

const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('LICENSE'))
    .sort()
    .map((name) => join(folder, name));

const filesAt = (paths: string[]): Files =>
  Object.fromEntries(paths.map((path) => [path.slice(dirname(path).length + 1), readFileSync(path)]));

function digestOf(files: Files): string {
  const hash = createHash('sha256');
  for (const [name, content] of Object.entries(files)) hash.update(`${name}\n`).update(content);
  return hash.digest('hex').slice(0, 16);
}
