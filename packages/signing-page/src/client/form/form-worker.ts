import { type FormDrawer, formDrawer, type Stamp } from '@assay/agreements/browser';
import type { DrawnAnswer, DrawRequest } from './form-drawer.ts';

/**
 * Runs in a worker, because opening a large file takes seconds on a phone. The first message is the
 * file, later ones are requests for drawings.
 */
let drawer: Promise<FormDrawer> | undefined;

addEventListener('message', ({ data }: MessageEvent<Uint8Array | DrawRequest>) => {
  if (data instanceof Uint8Array) {
    drawer = formDrawer(data);
    drawer.catch(() => undefined);
  } else void answer(data);
});

async function answer({ id, stamps }: DrawRequest) {
  const reply = (message: DrawnAnswer) => postMessage(message);
  try {
    if (!drawer) throw new Error('No file has been sent.');
    reply({ id, drawings: await (await drawer).draw(stamps as Stamp[]) });
  } catch {
    reply({ id, drawings: null });
  }
}
