import { fieldText } from './refusal-texts.ts';
import type { Answer, Refusal, Service } from './service.ts';
import { isOpen, type SigningField, type SigningState } from './signing-state.ts';

export interface FieldError {
  /** In the language of the page as it is now. */
  readonly message: string;
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
  notice: Pick<Refusal, 'code' | 'detail'> | null;
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
    const known = refusal.errors.flatMap((error) => {
      const field = standing.state.fields.find(({ id }) => id === error.path);
      return field ? [{ field, message: error.message }] : [];
    });
    for (const { field, message } of known)
      standing.errors.set(field.id, errorAt(field, { code: refusal.code, message }));
    if (known.length > 0) return;
    // Something else has happened to the document in the meantime: look again, and say so.
    const now = await read();
    if (now.kind === 'answered') take(now.value);
    standing.notice = refusal;
  }

  const errorAt = (field: SigningField, told: { code: string; message: string }): FieldError => ({
    isAboutMissing: told.code === 'fields_missing',
    get message() {
      return fieldText(told, field, standing.state.fields);
    },
  });

  return async (answer: Answer): Promise<boolean> => {
    if (answer.kind === 'answered') take(answer.value);
    else if (answer.kind === 'unreachable') standing.isOffline = true;
    else await note(answer.refusal);
    return answer.kind === 'answered';
  };
}
