import { changedByOthers } from './changed-by-others.ts';
import { inTurns, keepEntries } from './entries.ts';
import type { Host } from './host.ts';
import { noticeText } from './refusal-texts.ts';
import type { Answer, DrawnText, Refusal, Service } from './service.ts';
import { canBeFilled, type SigningField, type SigningState } from './signing-state.ts';
import { answerTaker, type FieldError, type Standing } from './standing.ts';
import type { Entry } from './typed-signature.ts';

/**
 * One signer's visit. What is entered goes to the service one entry after the other, and the answer to
 * each is the new state of everything. A broken connection loses nothing of it.
 */
export interface Session {
  readonly state: SigningState;
  readonly errors: ReadonlyMap<string, FieldError>;
  readonly unsaved: ReadonlyMap<string, Entry>;
  /** Entered in this visit: a picture at the same address may be another by now. */
  readonly saved: ReadonlyMap<string, Entry>;
  readonly isOffline: boolean;
  readonly isFinishing: boolean;
  readonly notice: string | null;
  onChange: (listener: () => void) => void;
  fill: (field: SigningField, value: Entry) => Promise<void>;
  /** The service's drawing of a text, or why it cannot be drawn; nothing is entered. */
  drawTyped: (field: SigningField, typed: string) => Promise<DrawnText>;
  retry: () => Promise<void>;
  refresh: () => Promise<void>;
  /** The document has been shown to the signer. */
  seen: () => Promise<void>;
  /** Whether the service took it. */
  finish: () => Promise<boolean>;
  acceptDisclosure: () => Promise<boolean>;
  decline: (reason: string) => Promise<boolean>;
}

interface Listeners {
  host: Host;
  /** The link itself is of no use any more. */
  onClosed: (refusal: Refusal) => void;
}

export function openSession(
  service: Service,
  state: SigningState,
  { host, onClosed }: Listeners,
): Session {
  const standing: Standing = { state, errors: new Map(), isOffline: false, notice: null };
  const took = answerTaker(standing, service.read, onClosed);
  const inTurn = inTurns();
  const listeners: (() => void)[] = [];
  const tellHost = hostTeller(host, state);
  const changed = () => {
    tellHost(standing.state);
    for (const listener of listeners) listener();
  };
  const fieldOf = (id: string) => standing.state.fields.find((field) => field.id === id);
  const entries = keepEntries({
    ...{ inTurn, took, fill: service.fill },
    onAnswer: (fieldId, value) => {
      const field = fieldOf(fieldId);
      if (field && value) host.fieldFilled(field);
      changed();
    },
  });
  let isFinishing = false;

  async function ask(request: () => Promise<Answer>): Promise<boolean> {
    const isTaken = await inTurn(async () => took(await request()));
    changed();
    return isTaken;
  }

  /** What still has to be corrected or sent comes first. */
  const isReadyToFinish = () =>
    entries.unsaved.size === 0 &&
    standing.notice === null &&
    [...standing.errors.values()].every(({ isAboutMissing }) => isAboutMissing);

  /** Whether, later, everything is as it stands before the signer now, with what they have entered. */
  function seenNow(): () => boolean {
    const { fields } = standing.state;
    const enteredIds = new Set(entries.unsaved.keys());
    return () => {
      const isChanged = changedByOthers(fields, standing.state.fields, enteredIds);
      if (isChanged) standing.notice = { code: 'changed_meanwhile', detail: '' };
      return !isChanged;
    };
  }

  async function finish(): Promise<boolean> {
    isFinishing = true;
    // What is told from here on the signer had not seen when they chose to finish.
    standing.notice = null;
    const isAsSeen = seenNow();
    changed();
    const isTaken = await inTurn(
      async () =>
        isReadyToFinish() && isAsSeen() && took(await service.complete(standing.state.shown)),
    );
    isFinishing = false;
    changed();
    return isTaken;
  }

  return {
    get state() {
      return standing.state;
    },
    get isOffline() {
      return standing.isOffline || entries.stranded.size > 0;
    },
    get isFinishing() {
      return isFinishing;
    },
    get notice() {
      return standing.notice && noticeText(standing.notice);
    },
    ...{ errors: standing.errors, unsaved: entries.unsaved, saved: entries.saved, finish },
    onChange: (listener) => listeners.push(listener),
    drawTyped: (field, typed) => service.drawTyped(field.id, typed),
    fill: async (field, value) => {
      // It may have been frozen while it was typed into.
      if (!canBeFilled(standing.state, fieldOf(field.id) ?? field)) return;
      standing.errors.delete(field.id);
      const sent = entries.enter(field.id, value);
      changed();
      await sent;
    },
    retry: async () => {
      await (entries.stranded.size > 0 ? entries.sendStranded() : ask(service.read));
    },
    refresh: async () => {
      await ask(service.read);
    },
    seen: async () => {
      // Whether this is known makes no difference to the signer, so a failure is not told.
      const answer = await inTurn(service.see);
      if (answer.kind === 'answered') await took(answer);
      changed();
    },
    acceptDisclosure: () => ask(service.consent),
    decline: (reason) => ask(() => service.decline(reason)),
  };
}

/** The host is told once that the signer has signed or declined, whichever answer says so. */
function hostTeller(host: Host, { signer }: SigningState) {
  let known = signer.status;
  return ({ document, signer: { id, status } }: SigningState) => {
    if (status === known) return;
    known = status;
    const signed = { documentId: document.id, signerId: id };
    if (status === 'completed') host.completed(signed);
    if (status === 'declined') host.declined(signed);
  };
}
