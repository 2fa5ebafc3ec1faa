/** The pages of the PDF, its text without pages, or one field at a time with the page around it. */
export type ShownAs = 'pdf' | 'text' | 'guided';

const KEY = 'assay-view';
/** Pages are too small to be read on screens of this width. */
const NARROW = '(max-width: 37.5rem)';

export const isNarrow = () => matchMedia(NARROW).matches;

/** The signer's choice, for as long as the tab is open. Browsers may refuse storage in a frame of another site. */
export function chosenView(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function rememberView(view: ShownAs) {
  try {
    sessionStorage.setItem(KEY, view);
  } catch {
    // The choice lasts until the page is loaded again.
  }
}
