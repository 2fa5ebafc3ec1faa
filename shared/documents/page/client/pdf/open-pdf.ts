import type * as PdfJs from 'pdfjs-dist';

export interface OpenPdf {
  pdfjs: typeof PdfJs;
  file: PdfJs.PDFDocumentProxy;
  /** Where fonts and tables are that a file may leave out. */
  resources: typeof resources;
}

/** pdf.js lies beside this script. */
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

/** Into the browser's cache, while the PDF is on its way: pdf.js itself asks for its worker only after both. */
export function fetchWorker() {
  void fetch(besides(WORKER))
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}

/** A document is drawn, never run: no scripts, no forms of its own, nothing from elsewhere. */
export async function openPdf(data: Uint8Array): Promise<OpenPdf> {
  const pdfjs = await loadPdfJs();
  const file = await pdfjs.getDocument({
    data,
    ...resources,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
  return { pdfjs, file, resources };
}
