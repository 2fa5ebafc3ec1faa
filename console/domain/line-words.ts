import { decisionWord } from './decision-words.ts';
import { detailsInWords } from './event-details.ts';
import { eventWords } from './event-words.ts';
import { addresseeInWords, inSentence } from './request-words.ts';
import { shown, valueInWords, wordsOf } from './words.ts';

/** A receipt that is known on the page. */
export interface KnownReceipt {
  id: string;
  fact: string;
  source: string;
  status: string;
  value: unknown;
  observedAt: string;
}

/** What a page knows about the records that events name. */
export interface Known {
  nameOf(actor: string): string;
  receipts: readonly KnownReceipt[];
  /** Names of actions by id. */
  actions: ReadonlyMap<string, string>;
}

interface HistoryEvent {
  type: string;
  actor: string;
  resourceId: string;
  details: Record<string, unknown> | null;
}

interface Line {
  sentence: string;
  /** Whether the sentence names the actor. */
  isWithActor: boolean;
  details: string[];
}

const MOVES: Record<string, string> = {
  acknowledged: 'took',
  completed: 'completed',
  failed: 'could not complete',
  cancelled: 'cancelled',
};

/** A line of the history as a sentence. What the page does not know is left out. */
export function lineInWords(event: HistoryEvent, known: Known): Line {
  const { type, actor, details } = event;
  const did = actionOf(event, known);
  if (did) {
    const { proposedBy } = details ?? {};
    const people = typeof proposedBy === 'string' ? [`proposed by ${known.nameOf(proposedBy)}`] : [];
    const words = type.startsWith('work.') && typeof details?.text === 'string' ? [`“${details.text}”`] : [];
    return { sentence: `${known.nameOf(actor)} ${did}`, isWithActor: true, details: [...people, ...words] };
  }
  if (type === 'risk.assessment.created') return assessedLine(details ?? {});
  return {
    sentence: requestedAction(event, known) ?? eventWords(type),
    isWithActor: false,
    details: detailsInWords(type, details, known.nameOf),
  };
}

/** What the actor did: `took Review payments`. */
function actionOf({ type, actor, resourceId, details }: HistoryEvent, known: Known): string | undefined {
  switch (type) {
    case 'risk.evidence.recorded':
      return reported(resourceId, known.receipts);
    case 'risk.action.transitioned': {
      const verb = MOVES[String(details?.to)];
      return verb && `${verb} ${known.actions.has(resourceId) ? actionName(resourceId, known) : 'an action'}`;
    }
    case 'risk.assignment.changed':
      if (!details?.to) return 'removed the assignment';
      return `user:${details.to}` === actor
        ? 'took the subject'
        : `assigned the subject to ${inSentence(known.nameOf(`user:${details.to}`))}`;
    case 'risk.activity.reported': {
      if (!details?.activityType) return undefined;
      const text = typeof details.summary === 'string' ? `: ${details.summary}` : '';
      return `reported ${lowerFirst(wordsOf(String(details.activityType)))}${text}`;
    }
    case 'risk.note.added': {
      const mentions = Array.isArray(details?.mentions) ? details.mentions : [];
      if (mentions.length === 0) return undefined;
      return `mentioned ${mentions.map((id) => inSentence(known.nameOf(`user:${id}`))).join(', ')} in a note`;
    }
    case 'work.requested': {
      if (typeof details?.to !== 'string') return undefined;
      const to = addresseeInWords(details.to, known.nameOf);
      return details.kind === 'escalation' ? `escalated to ${to}` : `asked ${to} for information`;
    }
    case 'work.answered':
      return typeof details?.askedBy === 'string'
        ? `answered ${inSentence(known.nameOf(details.askedBy))}`
        : 'answered a request';
    case 'work.closed':
      if (details?.from !== 'open') return 'closed a request';
      return details.askedBy === actor ? 'withdrew a request' : 'closed a request without an answer';
    default:
      return undefined;
  }
}

function reported(id: string, receipts: readonly KnownReceipt[]): string | undefined {
  const receipt = receipts.find((one) => one.id === id);
  if (!receipt) return undefined;
  const { fact, source, status, value, observedAt } = receipt;
  const name = lowerFirst(wordsOf(fact));
  if (status === 'revoked') return `revoked ${name}`;
  if (status === 'unavailable') return `reported ${name} as not available`;
  const before = receipts
    .filter((one) => one.fact === fact && one.source === source && one.status === 'available' && one.id !== id)
    .filter((one) => one.observedAt < observedAt)
    .toSorted((one, other) => (one.observedAt < other.observedAt ? 1 : -1))[0];
  const words = factInWords(value);
  return `reported ${name} = ${words}${before ? ` (was ${factInWords(before.value)})` : ''}`;
}

/** A value of evidence can be an object; its names and values are shown. */
const factInWords = (value: unknown): string =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, one]) => `${lowerFirst(wordsOf(name))} ${valueInWords(one)}`)
        .join(', ')
    : valueInWords(value);

const actionName = (id: string, { actions }: Known) => wordsOf(actions.get(id) ?? '');

const requestedAction = ({ type, resourceId }: HistoryEvent, known: Known) =>
  type === 'risk.action.requested' && known.actions.has(resourceId)
    ? `${actionName(resourceId, known)} requested`
    : undefined;

function assessedLine({ policyKey, score, band, decision }: Record<string, unknown>): Line {
  const isScored = typeof score === 'number';
  const sentence = [
    typeof policyKey === 'string' ? `${policyKey} assessed` : 'Assessed',
    isScored ? `: ${shown(score)}` : '',
    isScored && typeof band === 'string' ? `, ${band}` : '',
  ].join('');
  return { sentence, isWithActor: false, details: decision ? [decisionWord(String(decision))] : [] };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
