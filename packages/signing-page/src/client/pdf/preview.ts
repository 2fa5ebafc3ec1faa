import { make } from '../dom.ts';

/**
 * If a script of a few kilobytes takes longer, the connection is slow or the function had a cold
 * start.
 */
const QUICK_MS = 300;
/** The PDF waits at most this long for a preview. */
const PATIENCE_MS = 10_000;

/**
 * Whether large files may load immediately. On a slow connection they would compete with the
 * preview of the first page. A cached script counts as fast, since the large files are cached with
 * it.
 */
export function isQuickConnection(): boolean {
  const [own] = performance.getEntriesByName(import.meta.url);
  return own !== undefined && own.duration < QUICK_MS;
}

/**
 * Shows the service's picture of the first page until the page itself is drawn. Resolves once the
 * picture is shown (true), has failed or takes too long.
 */
export function showPreview(sheet: HTMLElement, url: string): Promise<boolean> {
  const picture = make('img', { class: 'preview', alt: '', src: url, draggable: 'false' });
  const shown = new Promise<boolean>((resolve) => {
    const fail = () => {
      picture.remove();
      resolve(false);
    };
    picture.addEventListener('load', () => {
      sheet.classList.add('previewed');
      resolve(picture.isConnected);
    });
    picture.addEventListener('error', fail);
    setTimeout(() => resolve(false), PATIENCE_MS);
  });
  sheet.prepend(picture);
  return shown;
}

/** Called once the page itself is drawn. */
export const removePreview = (sheet: HTMLElement) => sheet.querySelector('.preview')?.remove();
