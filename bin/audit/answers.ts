import { rowIdOf } from '#shared/platform/ids.ts';
import { unpack } from '#shared/platform/store/packed.ts';
import { type Fact, inOrder, type Rule, type State } from './facts.ts';
import { ANSWER, ASKED, ASKED_DOCUMENT, RESOLVED, THERE, UNRESOLVED } from './kinds.ts';
import type { StoredRow } from './stored-state.ts';

/**
 * Idempotency records and their answers. Answers of more than one part are put together from facts; all others are
 * complete in their row.
 */

interface StoredAnswer {
  id?: string;
  resource?: string;
  /** A signer's key contains the document id. */
  documentId?: string;
  /** Of a proposal, which is stored with the run of its match. */
  matchId?: string;
}

const [FIRST_PART, FURTHER_PART] = ['a', 'b'];

const readAnswer = ({ kind, item }: StoredRow, state: State) => {
  if (kind !== 'receipts') return;
  const [name = '', part] = item.sk.split('~');
  const key = `${item.pk} ${name}`;
  if (!(item.body instanceof Uint8Array)) throw new Error(`An answer lacks its part ${item.pk} ${item.sk}.`);
  const body = Buffer.from(item.body);
  const about = [String(item.status), String(item.principal)] as const;
  if (part !== undefined) state('answers', key, FURTHER_PART, inOrder(Number(part)), body.toString('base64'));
  else if (Number(item.parts) > 1)
    state('answers', key, FIRST_PART, Number(item.parts), body.toString('base64'), ...about);
  else stateAnswer(unpack([body]), about, state);
};

/** Throws if an answer lacks a part. */
const rule = (onStrayPart: (key: string) => void): Rule => ({
  read: ({ row }, state) => readAnswer(row, state),
  judges: {
    answers: (key, facts, state) => {
      const bodies: Uint8Array[] = [];
      let parts = 0;
      let about: [string, string] = ['', ''];
      for (const { kind, values } of facts) {
        const [number = '', body = '', status = '', principal = ''] = values;
        if (kind === FIRST_PART) [parts, about] = [Number(number), [status, principal]];
        const isNext = kind === FIRST_PART || Number(number) === bodies.length;
        if (isNext && bodies.length < parts) bodies.push(Buffer.from(body, 'base64'));
        else onStrayPart(`${key}~${Number(number)}`);
      }
      if (bodies.length < parts) throw new Error(`An answer lacks its part ${key}~${bodies.length}.`);
      if (parts > 0) stateAnswer(unpack(bodies), about, state);
    },
  },
});

/** Parts outlive the first one by three days, so those of an expired answer have none. */
export const answers = rule(() => {});

/** While no idempotency record has expired. */
export const freshAnswers = rule((key) => {
  throw new Error(`A part of no answer: ${key}`);
});

function stateAnswer(body: unknown, [status, principal]: readonly [string, string], state: State): void {
  // Answers with a secret are stored beside the record, with the number of the master key that derives it.
  const stored = body as (StoredAnswer & { record?: StoredAnswer }) | null;
  const { id, resource = '', documentId, matchId } = stored?.record ?? stored ?? {};
  if (!id) return;
  state('records', rowIdOf(id), ANSWER, id, resource);
  state('creations', rowIdOf(id), ANSWER, id, status, principal);
  if (documentId !== undefined) state('records', rowIdOf(documentId), ASKED_DOCUMENT, documentId, id);
  if (matchId !== undefined) state('matchedRuns', startOf(matchId), ASKED, id);
}

/** The id of a match begins as that of its run. */
const SHARED_CHARACTERS = 19;
const startOf = (id: unknown) => String(id).slice(0, SHARED_CHARACTERS);

/** Answers about a proposal on a match, which is stored with the run. */
export const proposalsOnMatches: Rule = {
  read: ({ row: { kind, item } }, state) => {
    if (kind === 'screening-runs') state('matchedRuns', startOf(item.id), THERE);
  },
  judges: { matchedRuns: (_key, facts, state) => resolveIfThere(facts, state) },
};

/** Resolves the answers that ask for something if it is there. */
export function resolveIfThere(facts: Iterable<Fact>, state: State): void {
  let isThere = false;
  for (const { kind, values } of facts)
    if (kind === THERE) isThere = true;
    else if (isThere) state('unresolved', values[0] ?? '', RESOLVED);
    else return;
}

/** The last round: answers whose record was found neither by its id nor by what it belongs to. */
export const unresolvedAnswers: Rule = {
  judges: {
    unresolved: (id, facts, _state, find) => {
      for (const { kind } of facts) {
        if (kind === UNRESOLVED) find(`answers with a record that is not there: ${id}`);
        return;
      }
    },
  },
};
