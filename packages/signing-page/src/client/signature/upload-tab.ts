import { make } from '../dom.ts';
import { strings } from '../strings.ts';
import { withoutPaper } from './paper.ts';
import { dataUrlOf, fitted, trimmed } from './picture.ts';
import type { SignatureTab } from './signature-tab.ts';

const FILE_BYTES = 20 * 1024 * 1024;
const TYPES = ['image/png', 'image/jpeg'];

/**
 * An uploaded picture of a signature: rotated as taken, background removed, cropped and reduced.
 */
export function uploadTab(): SignatureTab {
  let drawn: HTMLCanvasElement | undefined;
  const input = make('input', {
    type: 'file',
    id: 'signature-file',
    accept: TYPES.join(','),
    'aria-describedby': 'file-hint file-error',
  });
  const preview = make('div', { class: 'typed-preview', 'aria-hidden': 'true' });
  const error = make('p', { class: 'form-error', id: 'file-error', role: 'alert' });

  input.addEventListener('change', async () => {
    const read = await pictureFrom(input.files?.[0]);
    drawn = read.picture;
    error.textContent = read.error ?? '';
    preview.replaceChildren(...(drawn ? [drawn] : []));
  });

  const { file, fileHint } = strings.signature;
  return {
    name: 'upload',
    panel: make(
      'div',
      {},
      make('label', { for: 'signature-file' }, file),
      input,
      make('p', { class: 'hint', id: 'file-hint' }, fileHint),
      error,
      preview,
    ),
    signature: async () => drawn && dataUrlOf(drawn),
  };
}

interface ReadPicture {
  picture?: HTMLCanvasElement | undefined;
  error?: string;
}

async function pictureFrom(file: File | undefined): Promise<ReadPicture> {
  if (!file) return {};
  if (!TYPES.includes(file.type)) return { error: strings.signature.notAPicture };
  if (file.size > FILE_BYTES) return { error: strings.signature.tooLargeFile };
  try {
    const bitmap = await createImageBitmap(file);
    const whole = fitted(bitmap);
    bitmap.close();
    const picture = trimmed(withoutPaper(whole));
    return picture ? { picture } : { error: strings.signature.blankPicture };
  } catch {
    return { error: strings.signature.notAPicture };
  }
}
