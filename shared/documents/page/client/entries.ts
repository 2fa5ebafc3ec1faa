import type { ServiceAnswer } from './service.ts';
import type { FieldEntry } from './typed-signature.ts';

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** One request at a time: the answers then come in the order of what was asked. */
export function inTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** What the signer has entered, by the id of the field. */
export interface Entries {
  /** The service does not have it yet, so no answer about something else overwrites it. */
  readonly unsaved: Map<string, FieldEntry>;
  /** What the service has taken in this visit. */
  readonly saved: Map<string, FieldEntry>;
  /** Those that found no service, to be sent again with the next that does. */
  readonly stranded: Set<string>;
  enter: (fieldId: string, value: FieldEntry) => Promise<void>;
  sendStranded: () => Promise<void>;
}

export interface EntriesService {
  inTurn: InTurn;
  fill: (fieldId: string, value: FieldEntry) => Promise<ServiceAnswer>;
  took: (answer: ServiceAnswer) => Promise<boolean>;
  /** After every answer; `value` where it was taken and is the last one entered. */
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
    // A newer value stands in line behind this one.
    const isLatest = unsaved.get(fieldId) === value;
    if (answer.kind === 'unreachable') stranded.add(fieldId);
    else if (isLatest) unsaved.delete(fieldId);
    const isTaken = await took(answer);
    if (isTaken) saved.set(fieldId, value);
    if (isTaken) void sendStranded();
    onAnswer(fieldId, isTaken && isLatest ? value : undefined);
  }

  async function sendStranded() {
    const waiting = [...stranded];
    stranded.clear();
    await Promise.all(waiting.map((fieldId) => inTurn(() => send(fieldId))));
  }

  return {
    ...{ unsaved, saved, stranded, sendStranded },
    enter: (fieldId, value) => {
      unsaved.set(fieldId, value);
      return inTurn(() => send(fieldId));
    },
  };
}
