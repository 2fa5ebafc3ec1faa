import type * as PdfJs from 'pdfjs-dist';

export interface OpenPdf {
  pdfjs: typeof PdfJs;
  file: PdfJs.PDFDocumentProxy;
}

/** What draws PDFs lies beside this script; it is large, so it is fetched while the state is. */
const besides = (file: string) => new URL(file, import.meta.url).href;
let loading: Promise<typeof PdfJs> | undefined;

export function loadPdfJs(): Promise<typeof PdfJs> {
  loading ??= import(/* @vite-ignore */ besides('pdf.min.mjs')).then((pdfjs: typeof PdfJs) => {
    pdfjs.GlobalWorkerOptions.workerSrc = besides('pdf.worker.min.mjs');
    return pdfjs;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** A document is drawn, never run: no scripts, no forms of its own, nothing from elsewhere. */
export async function openPdf(data: Uint8Array): Promise<OpenPdf> {
  const pdfjs = await loadPdfJs();
  const file = await pdfjs.getDocument({
    data,
    cMapUrl: besides('./'),
    standardFontDataUrl: besides('./'),
    wasmUrl: besides('./'),
    enableXfa: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
  return { pdfjs, file };
}
