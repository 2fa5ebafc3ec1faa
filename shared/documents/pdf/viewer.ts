import type { PDFDocumentProxy } from 'pdfjs-dist';

export interface Viewer {
  document: PDFDocumentProxy;
  close(): Promise<void>;
}

/**
 * The file as pdf.js sees it, which is what the signing page shows. Without a worker of its own, a
 * canvas, fonts, the network or any script of the file's.
 */
export async function openInViewer(pdf: Uint8Array): Promise<Viewer> {
  // Where pdf.js finds its worker here, it does not look for the file of it, which no bundle has.
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
