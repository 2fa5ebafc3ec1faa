import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type RenderTask } from 'pdfjs-dist';
import workerPath from 'pdfjs-dist/build/pdf.worker.min.mjs';

export type OpenPdf = PDFDocumentProxy;

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
declare const trustedTypes: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy } | undefined;

/** Only our own worker may become a script: Trusted Types refuse any other text. */
const policy =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy('assay-pdf-worker', {
        createScriptURL: (url) => {
          if (url !== workerPath) throw new TypeError('Only the PDF worker may be loaded.');
          return url;
        },
      });

function startWorker() {
  if (GlobalWorkerOptions.workerPort) return;
  const url = policy?.createScriptURL(workerPath) ?? workerPath;
  GlobalWorkerOptions.workerPort = new Worker(url, { type: 'module' });
}

export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  startWorker();
  try {
    return await getDocument({ data: bytes, useWasm: false }).promise;
  } catch (error) {
    throw new Error('The file cannot be read as a PDF. Download it and open it in another program.', {
      cause: error,
    });
  }
}

/** The words of a page for those who do not see it. */
export async function textOf(pdf: OpenPdf, number: number): Promise<string> {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

const MAX_SCALE = 2;

/** Draws a page as wide as its canvas is shown, or as given, unless it is stopped before. */
export function drawPage(pdf: OpenPdf, number: number, canvas: HTMLCanvasElement, givenWidth?: number) {
  let isStopped = false;
  let task: RenderTask | undefined;
  const draw = async () => {
    const page = await pdf.getPage(number);
    if (isStopped) return;
    const natural = page.getViewport({ scale: 1 });
    const width = givenWidth ?? canvas.parentElement?.clientWidth ?? natural.width;
    const scale = (width / natural.width) * Math.min(MAX_SCALE, devicePixelRatio);
    const viewport = page.getViewport({ scale });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    task = page.render({ canvas, viewport });
    await task.promise;
  };
  const drawn = draw().catch((error: unknown) => {
    if (!isStopped) throw error;
  });
  return {
    drawn,
    /** A canvas takes one drawing at a time. */
    stop: () => {
      isStopped = true;
      task?.cancel();
    },
  };
}
