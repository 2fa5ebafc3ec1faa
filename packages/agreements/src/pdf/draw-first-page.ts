import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { guardedThread } from './guarded-thread.ts';

/** If a page takes longer, the signing page is shown without a preview. */
const DEADLINE_MS = 8_000;

const jobs = {
  draw: async (input: { pdf: Uint8Array; pdfium: WebAssembly.Module }) =>
    (await import('./first-page.ts')).firstPageOf(input),
};
const runDrawing = guardedThread('draws PDFs', import.meta.url, jobs);

/** A picture of the first page as PNG or JPEG; undefined if the page cannot be drawn within the limits. */
export async function drawFirstPage(pdf: Uint8Array, deadlineMs = DEADLINE_MS): Promise<Uint8Array | undefined> {
  const pdfium = await loadPdfium();
  const drawn = await runDrawing('draw', { pdf, pdfium }, deadlineMs).catch(() => undefined);
  return drawn === 'gave_up' ? undefined : drawn;
}

let loading: Promise<WebAssembly.Module> | undefined;

/** Compiled once. Every drawing gets its own instance, so that no file can affect the next one. */
function loadPdfium(): Promise<WebAssembly.Module> {
  loading ??= readPdfium().then((bytes) => WebAssembly.compile(new Uint8Array(bytes)));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Next to the bundle, gzipped, or in its package when running from source. */
async function readPdfium(): Promise<Uint8Array> {
  const built = fileURLToPath(new URL('pdfium.wasm.gz', import.meta.url));
  if (existsSync(built)) return gunzipSync(await readFile(built));
  return readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
}
