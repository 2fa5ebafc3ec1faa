import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { placeOf } from '#shared/platform/ids.ts';
import {
  type ActionRow,
  OPEN,
  openActions,
  overriddenPlaces,
  parseActionRow,
  placeOfWork,
  type SubjectWork,
  subjectWorkIn,
} from '#shared/risk/index.ts';
import { inOrder, type Judge, type Rule } from './facts.ts';
import { STANDING, WANTED } from './kinds.ts';
import { nameOf, type StoredRow } from './stored-state.ts';

const [OWN, LISTED, OPEN_ACTION] = ['a', 'b', 'c'];

const subjectOf = ({ organizationId, mode }: StoredRow, id: string) => `${organizationId}#${mode}#${id}`;

const openIn = ({ rowId, actions }: ActionRow) =>
  actions.flatMap(({ subjectId, name, status, revision }, index) =>
    OPEN.includes(status) ? [{ subjectId, index, state: stateOf(rowId, index + 1, { name, status, revision }) }] : [],
  );

const stateOf = (
  assessmentId: string,
  member: number,
  { name, status, revision }: { name: string; status: string; revision: number },
) => `${assessmentId} ${member} ${name} ${status} ${revision}`;

/** The work of a subject as its own row has it. */
interface OwnWork {
  name: string;
  /** Of the open actions that are stored, oldest first. */
  states: string[];
  open: number;
  /** Undefined if there is no open work. */
  place?: { decision: string; sk: string };
  digest: string;
}

const digestOf = (own: SubjectWork) => sha256Hex(canonicalJson(own));

function ownWork(row: StoredRow, own: SubjectWork): OwnWork {
  const place = placeOfWork(own.work);
  return {
    name: nameOf(row),
    states: own.work.groups.flatMap((group) =>
      group.actions.map((action) => stateOf(group.assessmentId, action.member, action)),
    ),
    open: openActions(own.work),
    ...(place && { place: { decision: place.decision, sk: placeOf(place.oldestId) } }),
    digest: digestOf(own),
  };
}

/** Each wanted pointer stands once, and no other does. */
const pointersAstray =
  ({ missing, surplus }: { missing: string; surplus: string }): Judge =>
  (key, facts, _state, find) => {
    const names: string[] = [];
    let isWanted = false;
    for (const { kind, values } of facts)
      if (kind === WANTED) isWanted = true;
      else names.push(values[0] ?? '');
    if (isWanted && names.length === 0) find(`${missing}: ${key}`);
    for (const name of names.slice(Number(isWanted))) find(`${surplus}: ${name}`);
  };

/** The worklist agrees with the actions of its subjects. */
export const workAstray: Rule = {
  read: ({ row }, state) => {
    const { kind, item, rest, organizationId, mode } = row;
    if (kind === 'subject-state' && item.sk === 'work') {
      const own = subjectWorkIn(rest, item);
      state('work', subjectOf(row, rest), OWN, JSON.stringify(ownWork(row, own)));
      if (own.assignee && placeOfWork(own.work))
        state('assignees', `${organizationId}#${mode} ${own.assignee}#${rest}`, WANTED);
      for (const { decision, oldestId } of overriddenPlaces(own.work, own.overrides))
        state('overridden', `${subjectOf(row, rest)} ${decision} ${placeOf(oldestId)}`, WANTED);
    }
    if (kind === 'work') {
      const id = String(item.id);
      state('work', subjectOf(row, id), LISTED, rest, item.sk, digestOf(subjectWorkIn(id, item)), nameOf(row));
    }
    if (kind === 'work-of') state('assignees', `${organizationId}#${mode} ${item.sk}`, STANDING, nameOf(row));
    if (kind === 'work-overridden')
      state('overridden', `${subjectOf(row, String(item.id))} ${rest} ${item.sk}`, STANDING, nameOf(row));
    if (kind === 'actions' && item.resource === 'actions') {
      const actions = parseActionRow(item);
      for (const { subjectId, index, state: open } of openIn(actions))
        state('work', subjectOf(row, subjectId), OPEN_ACTION, placeOf(actions.rowId), inOrder(index), open);
    }
  },
  judges: {
    work: (_key, facts, _state, find) => {
      let own: OwnWork | undefined;
      let [open, isSame] = [0, true];
      const listed: { rest: string; sk: string; digest: string; name: string }[] = [];
      for (const { kind, values } of facts) {
        const [rest = '', sk = '', digest = '', name = ''] = values;
        if (kind === OWN) own = JSON.parse(rest) as OwnWork;
        else if (kind === LISTED) listed.push({ rest, sk, digest, name });
        else {
          if (own && open < own.states.length && own.states[open] !== digest) isSame = false;
          open += 1;
        }
      }
      if (!own) {
        for (const { name } of listed) find(`lists work that is not stored: ${name}`);
        return;
      }
      // The stored actions are the oldest open ones, and the others are counted.
      if (!isSame || own.open !== open || own.states.length > open)
        find(`has other work than open actions: ${own.name}`);
      // One row per subject with open work, equal to its state.
      const { place, digest } = own;
      if (!place) for (const { name } of listed) find(`lists a subject without work: ${name}`);
      else {
        const isRight = listed.map(
          (one) => one.rest.startsWith(`${place.decision}#`) && one.sk === place.sk && one.digest === digest,
        );
        if (isRight.length !== 1 || !isRight[0]) find(`is not listed once, as it is: ${own.name}`);
      }
    },
    /** An assignee has a pointer to each assigned subject with open work. */
    assignees: pointersAstray({
      missing: 'has no pointer of its assignee',
      surplus: 'points to work of another assignee',
    }),
    /** A subject has a pointer at each other place that its overrides can give it. */
    overridden: pointersAstray({
      missing: 'has no pointer of its overridden decision',
      surplus: 'points to a decision that no override gives',
    }),
  },
};
