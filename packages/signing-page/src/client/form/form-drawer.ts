import type { Stamp, WidgetDrawings } from '@assay/agreements/browser';

export interface DrawRequest {
  id: number;
  stamps: readonly Stamp[];
}

export interface DrawnAnswer {
  id: number;
  /** Null if the form cannot be drawn. */
  drawings: WidgetDrawings | null;
}

/** Resolves to null if the browser or the file does not support it. */
export type DrawForm = (stamps: readonly Stamp[]) => Promise<WidgetDrawings | null>;

/**
 * Draws the form of a file in a worker, with the code that fills it when the document is sealed.
 */
export function openFormDrawer(pdf: Uint8Array): DrawForm {
  const worker = new Worker(new URL('form.worker.js', import.meta.url));
  const waiting = new Map<number, (drawings: WidgetDrawings | null) => void>();
  let isBroken = false;
  let lastId = 0;
  const answered = (id: number, drawings: WidgetDrawings | null) => {
    waiting.get(id)?.(drawings);
    waiting.delete(id);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<DrawnAnswer>) => answered(data.id, data.drawings));
  worker.addEventListener('error', () => {
    isBroken = true;
    for (const id of [...waiting.keys()]) answered(id, null);
  });
  worker.postMessage(pdf, [pdf.buffer]);
  return (stamps) => {
    if (isBroken) return Promise.resolve(null);
    lastId += 1;
    const request: DrawRequest = { id: lastId, stamps };
    return new Promise((resolve) => {
      waiting.set(request.id, resolve);
      worker.postMessage(request);
    });
  };
}
