import { changedByOthers } from './changed-by-others.ts';
import { inTurns, trackEntries } from './entries.ts';
import type { Host } from './host.ts';
import { noticeText } from './refusal-texts.ts';
import type {
  Delegate,
  DelegationAnswer,
  DrawnText,
  ServiceAnswer,
  ServiceProblem,
  SigningService,
} from './service.ts';
import { answerHandler, type FieldError, type SessionStatus } from './session-status.ts';
import { canBeFilled, isApproval, type SigningField, type SigningState } from './signing-state.ts';
import { type FieldEntry, isTyped, type TypedSignature } from './typed-signature.ts';
import type { ShownAs } from './view-choice.ts';

/**
 * One visit of a signer. Entries are sent one at a time, and each answer is the complete new state.
 * A broken connection does not lose entries.
 */
export interface SigningSession {
  readonly state: SigningState;
  readonly errors: ReadonlyMap<string, FieldError>;
  readonly unsaved: ReadonlyMap<string, FieldEntry>;
  /** Entered in this visit: a picture at the same URL may have changed. */
  readonly saved: ReadonlyMap<string, FieldEntry>;
  readonly isOffline: boolean;
  readonly isFinishing: boolean;
  readonly notice: string | null;
  onChange: (listener: () => void) => void;
  fill: (field: SigningField, value: FieldEntry) => Promise<void>;
  /** Signs a field like another one, as soon as that one's signature is known; finishing waits for it. */
  place: (field: SigningField, finding: Promise<FieldEntry | undefined>) => Promise<boolean>;
  /** The service's drawing of a text, or why it cannot be drawn. Does not fill the field. */
  drawTyped: (field: SigningField, typed: string) => Promise<DrawnText>;
  retry: () => Promise<void>;
  refresh: () => Promise<void>;
  /** Reports that the document was shown to the signer in this way. */
  seen: (view: ShownAs) => Promise<void>;
  /** Whether the service accepted it. */
  finish: () => Promise<boolean>;
  acceptDisclosure: () => Promise<boolean>;
  decline: (reason: string) => Promise<boolean>;
  delegate: (person: Delegate) => Promise<DelegationAnswer>;
}

interface Listeners {
  host: Host;
  /** The link can no longer be used. */
  onClosed: (refusal: ServiceProblem) => void;
  /** The turn was handed to the person of this name, and the link opens nothing any more. */
  onDelegated: (name: string) => void;
}

export function openSession(
  service: SigningService,
  state: SigningState,
  { host, onClosed, onDelegated }: Listeners,
): SigningSession {
  const status: SessionStatus = { state, errors: new Map(), isOffline: false, notice: null };
  const took = answerHandler(status, service.read, onClosed);
  const inTurn = inTurns();
  const listeners: (() => void)[] = [];
  const tellHost = hostNotifier(host, state);
  const changed = () => {
    tellHost(status.state);
    for (const listener of listeners) listener();
  };
  const fieldOf = (id: string) => status.state.fields.find((field) => field.id === id);
  const entries = trackEntries({
    inTurn,
    took,
    fill: service.fill,
    onAnswer: (fieldId, value) => {
      const field = fieldOf(fieldId);
      if (field && value) host.fieldFilled(field);
      changed();
    },
  });
  let isFinishing = false;
  /** Whether the service has recorded that the document was shown. It takes no signature before. */
  let isSeen = false;
  /** Ways in which the document was shown in this visit, the first to begin with. */
  const views: ShownAs[] = [];

  async function reportSeen(): Promise<ServiceAnswer> {
    const answer = await service.see(views[0] ?? 'pdf');
    isSeen ||= answer.kind === 'answered';
    return answer;
  }

  async function ask(request: () => Promise<ServiceAnswer>): Promise<boolean> {
    const isTaken = await inTurn(async () => took(await request()));
    changed();
    return isTaken;
  }

  /** Errors and unsent entries must be resolved first. */
  const isReadyToFinish = () =>
    entries.unsaved.size === 0 &&
    status.notice === null &&
    [...status.errors.values()].every(({ isAboutMissing }) => isAboutMissing);

  /**
   * Returns a check for whether everything is later still as shown now, apart from the signer's own
   * entries.
   */
  function seenNow(): () => boolean {
    const { fields, signer } = status.state;
    const enteredIds = new Set(entries.unsaved.keys());
    return () => {
      const isChanged =
        changedByOthers(fields, status.state.fields, enteredIds) || !isSamePerson(signer, status.state.signer);
      if (isChanged) status.notice = { code: 'changed_meanwhile', detail: '' };
      return !isChanged;
    };
  }

  async function fill(field: SigningField, value: FieldEntry) {
    // It may have been frozen while the signer was typing.
    if (!canBeFilled(status.state, fieldOf(field.id) ?? field)) return;
    status.errors.delete(field.id);
    const sent = entries.enter(field.id, value);
    changed();
    await sent;
  }

  const placing = new Set<Promise<unknown>>();

  /** A typed signature is sent at once, and drawn for the size of the field meanwhile. */
  async function place(field: SigningField, finding: Promise<FieldEntry | undefined>): Promise<boolean> {
    const found = finding.then((value) => (isTyped(value) ? { typed: value.typed, drawing: value.drawing } : value));
    const sent = found.then((value) => {
      if (value === undefined) return;
      const filled = fill(field, value);
      if (isTyped(value)) void drawFor(field, value);
      return filled;
    });
    placing.add(sent);
    await sent.finally(() => placing.delete(sent));
    return (await found) !== undefined;
  }

  async function drawFor(field: SigningField, entry: TypedSignature) {
    const drawn = await service.drawTyped(field.id, entry.typed);
    if ('drawing' in drawn) entry.drawing = drawn.drawing;
    changed();
  }

  async function finish(): Promise<boolean> {
    isFinishing = true;
    await Promise.allSettled(placing);
    // Notices from here on were not visible when the signer chose to finish.
    status.notice = null;
    const isAsSeen = seenNow();
    changed();
    const isTaken = await inTurn(
      async () =>
        isReadyToFinish() &&
        (isSeen || (await took(await reportSeen()))) &&
        isAsSeen() &&
        took(await service.complete(status.state.shown, isApproval(status.state), views)),
    );
    // The service may want another view: a correction of the signer by the sender ends the one before.
    isSeen &&= isTaken;
    isFinishing = false;
    changed();
    return isTaken;
  }

  return {
    get state() {
      return status.state;
    },
    get isOffline() {
      return status.isOffline || entries.stranded.size > 0;
    },
    get isFinishing() {
      return isFinishing;
    },
    get notice() {
      return status.notice && noticeText(status.notice);
    },
    errors: status.errors,
    unsaved: entries.unsaved,
    saved: entries.saved,
    finish,
    onChange: (listener) => listeners.push(listener),
    drawTyped: (field, typed) => service.drawTyped(field.id, typed),
    fill,
    place,
    retry: async () => {
      await (entries.stranded.size > 0 ? entries.sendStranded() : ask(service.read));
    },
    refresh: async () => {
      await ask(service.read);
    },
    seen: async (view) => {
      if (!views.includes(view)) views.push(view);
      if (isSeen) return;
      // A failure is not shown: it is sent again before signing.
      const answer = await inTurn(reportSeen);
      if (answer.kind === 'answered') await took(answer);
      changed();
    },
    acceptDisclosure: () => ask(service.consent),
    decline: (reason) => ask(() => service.decline(reason)),
    delegate: (person) =>
      inTurn(async () => {
        const answer = await service.delegate(person);
        if (answer === 'done') onDelegated(person.name);
        return answer;
      }),
  };
}

const isSamePerson = (one: SigningState['signer'], other: SigningState['signer']) =>
  one.name === other.name && one.email === other.email;

/** Notifies the host once that the signer has signed or declined, whichever answer shows it. */
function hostNotifier(host: Host, { signer }: SigningState) {
  let known = signer.status;
  return ({ document, signer: { id, status } }: SigningState) => {
    if (status === known) return;
    known = status;
    const signed = { documentId: document.id, signerId: id };
    if (status === 'completed') host.completed(signed);
    if (status === 'declined') host.declined(signed);
  };
}
