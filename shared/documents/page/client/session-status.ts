import { fieldText } from './refusal-texts.ts';
import type { ServiceAnswer, ServiceProblem, SigningService } from './service.ts';
import { isOpen, type SigningField, type SigningState } from './signing-state.ts';

export interface FieldError {
  /** In the language of the page as it is now. */
  readonly message: string;
  /** Gone as soon as the field is filled or no longer required; the other, once another value is. */
  isAboutMissing: boolean;
}

/** What is known of the document: its state as the service told it last, and what stands in the way. */
export interface SessionStatus {
  state: SigningState;
  readonly errors: Map<string, FieldError>;
  /** The last request found no service. */
  isOffline: boolean;
  /** A refusal that is about no field. */
  notice: Pick<ServiceProblem, 'code' | 'detail'> | null;
}

const CLOSED = [401, 410];

/** Takes in what the service answers: true for a new state; else what is wrong has been noted. */
export function answerHandler(
  status: SessionStatus,
  read: SigningService['read'],
  onClosed: (refusal: ServiceProblem) => void,
) {
  function take(state: SigningState) {
    Object.assign(status, { state, isOffline: false, notice: null });
    for (const field of state.fields)
      if (status.errors.get(field.id)?.isAboutMissing && !isOpen(field, state.fields))
        status.errors.delete(field.id);
  }

  async function note(refusal: ServiceProblem) {
    if (CLOSED.includes(refusal.status)) return onClosed(refusal);
    const known = refusal.errors.flatMap((error) => {
      const field = status.state.fields.find(({ id }) => id === error.path);
      return field ? [{ field, message: error.message }] : [];
    });
    for (const { field, message } of known)
      status.errors.set(field.id, errorAt(field, { code: refusal.code, message }));
    if (known.length > 0) return;
    // Something else has happened to the document in the meantime: look again, and say so.
    const now = await read();
    if (now.kind === 'answered') take(now.value);
    status.notice = refusal;
  }

  const errorAt = (field: SigningField, told: { code: string; message: string }): FieldError => ({
    isAboutMissing: told.code === 'fields_missing',
    get message() {
      return fieldText(told, field, status.state.fields);
    },
  });

  return async (answer: ServiceAnswer): Promise<boolean> => {
    if (answer.kind === 'answered') take(answer.value);
    else if (answer.kind === 'unreachable') status.isOffline = true;
    else await note(answer.refusal);
    return answer.kind === 'answered';
  };
}
