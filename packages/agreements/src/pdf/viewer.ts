import type { PDFDocumentProxy } from 'pdfjs-dist';

export interface Viewer {
  document: PDFDocumentProxy;
  close(): Promise<void>;
}

/**
 * Opens the file in pdf.js, which the signing page uses. Without a worker, canvas, fonts, network
 * access or the file's scripts.
 */
export async function openInViewer(pdf: Uint8Array): Promise<Viewer> {
  // If pdf.js finds its worker here, it does not load it from a file, which no bundle contains.
  const pdfjsWorker = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  Object.assign(globalThis, { pdfjsWorker });
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: Uint8Array.from(pdf),
    verbosity: 0,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  });
  try {
    return { document: await task.promise, close: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    throw error;
  }
}
