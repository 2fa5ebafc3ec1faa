import type { Answer, Refusal, Service } from './service.ts';
import { isOpen, type SigningState } from './signing-state.ts';

export interface FieldError {
  message: string;
  /** Gone as soon as the field is filled or no longer required; the other, once another value is. */
  isAboutMissing: boolean;
}

/** What is known of the document: its state as the service told it last, and what stands in the way. */
export interface Standing {
  state: SigningState;
  readonly errors: Map<string, FieldError>;
  /** The last request found no service. */
  isOffline: boolean;
  /** A refusal that is about no field. */
  notice: string | null;
}

const CLOSED = [401, 410];

/** Takes in what the service answers: true for a new state; else what is wrong has been noted. */
export function answerTaker(
  standing: Standing,
  read: Service['read'],
  onClosed: (refusal: Refusal) => void,
) {
  function take(state: SigningState) {
    Object.assign(standing, { state, isOffline: false, notice: null });
    for (const field of state.fields)
      if (standing.errors.get(field.id)?.isAboutMissing && !isOpen(field, state.fields))
        standing.errors.delete(field.id);
  }

  async function note(refusal: Refusal) {
    if (CLOSED.includes(refusal.status)) return onClosed(refusal);
    const isField = (path: string) => standing.state.fields.some(({ id }) => id === path);
    const known = refusal.errors.filter(({ path }) => isField(path));
    const isAboutMissing = refusal.code === 'fields_missing';
    for (const { path, message } of known) standing.errors.set(path, { message, isAboutMissing });
    if (known.length > 0) return;
    // Something else has happened to the document in the meantime: look again, and say so.
    const now = await read();
    if (now.kind === 'answered') take(now.value);
    standing.notice = refusal.detail;
  }

  return async (answer: Answer): Promise<boolean> => {
    if (answer.kind === 'answered') take(answer.value);
    else if (answer.kind === 'unreachable') standing.isOffline = true;
    else await note(answer.refusal);
    return answer.kind === 'answered';
  };
}
