import { fieldText } from './refusal-texts.ts';
import type { ServiceAnswer, ServiceProblem, SigningService } from './service.ts';
import { isOpen, type SigningField, type SigningState } from './signing-state.ts';

export interface FieldError {
  /** In the current language of the page. */
  readonly message: string;
  /**
   * Cleared once the field is filled or no longer required; other errors once a new value is
   * entered.
   */
  isAboutMissing: boolean;
}

/** The latest state of the document from the service, and current problems. */
export interface SessionStatus {
  state: SigningState;
  readonly errors: Map<string, FieldError>;
  /** The last request did not reach the service. */
  isOffline: boolean;
  /** A problem that does not concern a field. */
  notice: Pick<ServiceProblem, 'code' | 'detail'> | null;
}

const CLOSED = [401, 410];

/** Handles an answer of the service: true for a new state, otherwise the problem is recorded. */
export function answerHandler(
  status: SessionStatus,
  read: SigningService['read'],
  onClosed: (refusal: ServiceProblem) => void,
) {
  function take(state: SigningState) {
    Object.assign(status, { state, isOffline: false, notice: null });
    for (const field of state.fields)
      if (status.errors.get(field.id)?.isAboutMissing && !isOpen(field, state.fields)) status.errors.delete(field.id);
  }

  async function note(refusal: ServiceProblem) {
    if (CLOSED.includes(refusal.status) || refusal.code.startsWith('identity_')) return onClosed(refusal);
    const known = refusal.errors.flatMap((error) => {
      const field = status.state.fields.find(({ id }) => id === error.path);
      return field ? [{ field, message: error.message }] : [];
    });
    for (const { field, message } of known)
      status.errors.set(field.id, errorAt(field, { code: refusal.code, message }));
    if (known.length > 0) return;
    // The document has changed in the meantime: reload it and show a notice.
    const now = await read();
    if (now.kind === 'answered') take(now.value);
    status.notice = refusal;
  }

  const errorAt = (field: SigningField, error: { code: string; message: string }): FieldError => ({
    isAboutMissing: error.code === 'fields_missing',
    get message() {
      return fieldText(error, field, status.state.fields);
    },
  });

  return async (answer: ServiceAnswer): Promise<boolean> => {
    if (answer.kind === 'answered') take(answer.value);
    else if (answer.kind === 'unreachable') status.isOffline = true;
    else await note(answer.refusal);
    return answer.kind === 'answered';
  };
}
