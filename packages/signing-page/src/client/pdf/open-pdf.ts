import type * as PdfJs from 'pdfjs-dist';

export interface OpenPdf {
  pdfjs: typeof PdfJs;
  file: PdfJs.PDFDocumentProxy;
  /** URLs of the fonts and tables that a file may omit. */
  resources: typeof resources;
}

/** pdf.js is in the same directory as this script. */
const besides = (file: string) => new URL(file, import.meta.url).href;
const WORKER = 'pdf.worker.min.mjs';
const resources = {
  cMapUrl: besides('./'),
  standardFontDataUrl: besides('./'),
  wasmUrl: besides('./'),
  enableXfa: false,
};
let loading: Promise<typeof PdfJs> | undefined;

export function loadPdfJs(): Promise<typeof PdfJs> {
  loading ??= import(/* @vite-ignore */ besides('pdf.min.mjs')).then((pdfjs: typeof PdfJs) => {
    pdfjs.GlobalWorkerOptions.workerSrc = besides(WORKER);
    return pdfjs;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Preloads the worker into the browser's cache while the PDF loads: pdf.js requests it only after
 * both.
 */
export function fetchWorker() {
  void fetch(besides(WORKER))
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}

/** Documents are drawn without scripts, forms or external resources. */
export async function openPdf(data: Uint8Array): Promise<OpenPdf> {
  const pdfjs = await loadPdfJs();
  const file = await pdfjs.getDocument({
    data,
    ...resources,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
  return { pdfjs, file, resources };
}
