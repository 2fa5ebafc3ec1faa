import { TYPED_SIGNATURE_CHARACTERS } from '@assay/agreements/browser';
import { make } from '../dom.ts';
import type { DrawnText } from '../service.ts';
import { strings } from '../strings.ts';
import type { SignatureTab } from './signature-tab.ts';

/** Delay of the preview after the last key (debounce). */
const PAUSE_MS = 250;

export interface TypedText {
  kind: 'signature' | 'initials';
  signerName: string;
  /** Drawn by the service, so that the preview is what is sealed. */
  draw: (typed: string) => Promise<DrawnText>;
}

/** A signature typed in handwriting, the accessible alternative to drawing. */
export function typeTab({ kind, signerName, draw }: TypedText): SignatureTab {
  const input = make('input', {
    type: 'text',
    id: 'typed-name',
    maxlength: TYPED_SIGNATURE_CHARACTERS,
    autocomplete: 'name',
    dir: 'auto',
    value: kind === 'initials' ? initialsOf(signerName) : signerName,
    'aria-describedby': 'typed-error',
  });
  const picture = make('img', { alt: '', hidden: true });
  const preview = make('div', { class: 'typed-preview', 'aria-hidden': 'true' }, picture);
  const error = make('p', { class: 'form-error', id: 'typed-error', role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: { typed: string; drawn: Promise<DrawnText> } | undefined;

  /** One request per text, however often it is shown. */
  const drawn = (typed: string): Promise<DrawnText> => {
    if (latest?.typed !== typed) latest = { typed, drawn: draw(typed) };
    return latest.drawn;
  };
  const show = async () => {
    const typed = input.value.trim();
    const answer = typed === '' ? undefined : await drawn(typed);
    // Another text may have been typed in the meantime.
    if (typed !== input.value.trim()) return;
    error.textContent = answer && 'problem' in answer ? answer.problem : '';
    picture.hidden = !answer || 'problem' in answer;
    if (answer && 'drawing' in answer) picture.src = answer.drawing;
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), PAUSE_MS);
  });

  const label = make('label', { for: 'typed-name' }, strings.signature.typed[kind]);
  return {
    name: 'type',
    panel: make('div', {}, label, input, preview, error),
    opened: () => {
      if (!preview.closest('[hidden]')) void show();
    },
    signature: async () => {
      const typed = input.value.trim();
      if (typed === '') return undefined;
      const answer = await drawn(typed);
      // Not cached, because the service may be reachable on the next try.
      if ('problem' in answer) latest = undefined;
      return 'problem' in answer ? answer : { typed, drawing: answer.drawing };
    },
  };
}

/** The first letters of the first and the last name, as far as a name has them. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
