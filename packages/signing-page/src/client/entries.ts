import type { ServiceAnswer } from './service.ts';
import type { FieldEntry } from './typed-signature.ts';

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Sends one request at a time, so that answers arrive in order. */
export function inTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** The signer's entries, by field id. */
export interface Entries {
  /** Not saved by the service yet, so no answer about another field overwrites them. */
  readonly unsaved: Map<string, FieldEntry>;
  /** Entries the service has saved in this visit. */
  readonly saved: Map<string, FieldEntry>;
  /** Entries that did not reach the service; sent again after the next one that does. */
  readonly stranded: Set<string>;
  enter: (fieldId: string, value: FieldEntry) => Promise<void>;
  sendStranded: () => Promise<void>;
}

export interface EntriesService {
  inTurn: InTurn;
  fill: (fieldId: string, value: FieldEntry) => Promise<ServiceAnswer>;
  took: (answer: ServiceAnswer) => Promise<boolean>;
  /** Called after every answer; `value` is given if it was accepted and is the latest entry. */
  onAnswer: (fieldId: string, value?: FieldEntry) => void;
}

export function trackEntries({ inTurn, fill, took, onAnswer }: EntriesService): Entries {
  const unsaved = new Map<string, FieldEntry>();
  const saved = new Map<string, FieldEntry>();
  const stranded = new Set<string>();

  async function send(fieldId: string) {
    const value = unsaved.get(fieldId);
    if (value === undefined) return;
    const answer = await fill(fieldId, value);
    // A newer value is already queued.
    const isLatest = unsaved.get(fieldId) === value;
    if (answer.kind === 'unreachable') stranded.add(fieldId);
    const isTaken = await took(answer);
    if (isTaken) saved.set(fieldId, value);
    // Not earlier: a tap on another field meanwhile places this signature there too.
    if (answer.kind !== 'unreachable' && unsaved.get(fieldId) === value) unsaved.delete(fieldId);
    if (isTaken) void sendStranded();
    onAnswer(fieldId, isTaken && isLatest ? value : undefined);
  }

  async function sendStranded() {
    const waiting = [...stranded];
    stranded.clear();
    await Promise.all(waiting.map((fieldId) => inTurn(() => send(fieldId))));
  }

  return {
    unsaved,
    saved,
    stranded,
    sendStranded,
    enter: (fieldId, value) => {
      unsaved.set(fieldId, value);
      return inTurn(() => send(fieldId));
    },
  };
}
