import { make } from '../dom.ts';

/** A script of a few kilobytes that takes longer than this comes over a slow connection, or from a cold start. */
const QUICK_MS = 300;
/** The PDF is not held back longer than this for a preview. */
const PATIENCE_MS = 10_000;

/**
 * Whether large files may load at once. On a slow connection they would compete with the preview of the first page.
 * A script from the browser's cache counts as quick, since the large files are cached with it.
 */
export function isQuickConnection(): boolean {
  const [own] = performance.getEntriesByName(import.meta.url);
  return own !== undefined && own.duration < QUICK_MS;
}

/**
 * The service's picture of the first page, on its sheet until the page itself is drawn. Settles once the picture
 * is shown, has failed or takes too long; true if it is shown.
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

/** The page is drawn, so the picture of it is no longer needed. */
export const removePreview = (sheet: HTMLElement) => sheet.querySelector('.preview')?.remove();
