import { isDeepStrictEqual } from 'node:util';
import { placeOf } from '#shared/platform/ids.ts';
import {
  type ActionRow,
  OPEN,
  openActions,
  parseActionRow,
  placeOfWork,
  type SubjectWork,
  subjectWorkIn,
} from '#shared/risk/index.ts';
import { type AuditedState, nameOf, type StoredRow } from './stored-state.ts';

/** Checks that the worklist agrees with the actions of its subjects. */

interface OwnWork {
  row: StoredRow;
  own: SubjectWork;
}

const subjectOf = ({ organizationId, mode }: StoredRow, id: string) => `${organizationId}#${mode}#${id}`;

/** `action status revision` of the open actions of each subject, oldest first. */
function openActionsBySubject(rows: readonly StoredRow[]): Map<string, string[]> {
  const open = rows
    .filter(({ kind, item }) => kind === 'actions' && item.resource === 'actions')
    .map((row) => ({ row, actionRow: parseActionRow(row.item) }))
    .toSorted((a, b) => (placeOf(a.actionRow.rowId) < placeOf(b.actionRow.rowId) ? -1 : 1))
    .flatMap(({ row, actionRow }) => openIn(actionRow).map((one) => ({ row, ...one })));
  const bySubject = Map.groupBy(open, ({ row, subjectId }) => subjectOf(row, subjectId));
  return new Map([...bySubject].map(([key, ones]) => [key, ones.map(({ state }) => state)]));
}

const openIn = ({ rowId, actions }: ActionRow) =>
  actions.flatMap(({ subjectId, name, status, revision }, index) =>
    OPEN.includes(status) ? [{ subjectId, state: stateOf(rowId, index + 1, { name, status, revision }) }] : [],
  );

const stateOf = (
  assessmentId: string,
  member: number,
  { name, status, revision }: { name: string; status: string; revision: number },
) => `${assessmentId} ${member} ${name} ${status} ${revision}`;

export function workAstray({ rows }: AuditedState): string[] {
  const works = rows
    .filter(({ kind, item }) => kind === 'subject-state' && item.sk === 'work')
    .map((row): OwnWork => ({ row, own: subjectWorkIn(row.rest, row.item) }));
  const open = openActionsBySubject(rows);
  return [
    ...works.flatMap((one) => differsFromActions(one, open)),
    ...listRowsAstray(rows, works),
    ...pointersOfAssigneesAstray(rows, works),
  ];
}

/** The stored actions are the oldest open ones, and the others are counted. */
function differsFromActions({ row, own }: OwnWork, open: ReadonlyMap<string, readonly string[]>): string[] {
  const actual = open.get(subjectOf(row, own.subjectId)) ?? [];
  const stored = own.work.groups.flatMap((group) =>
    group.actions.map((action) => stateOf(group.assessmentId, action.member, action)),
  );
  const isSame = openActions(own.work) === actual.length && isDeepStrictEqual(stored, actual.slice(0, stored.length));
  return isSame ? [] : [`has other work than open actions: ${nameOf(row)}`];
}

/** One row per subject with open work, equal to its state. */
function listRowsAstray(rows: readonly StoredRow[], works: readonly OwnWork[]): string[] {
  const listed = Map.groupBy(
    rows.filter(({ kind }) => kind === 'work'),
    (row) => subjectOf(row, String(row.item.id)),
  );
  const findings = works.flatMap(({ row, own }) => {
    const key = subjectOf(row, own.subjectId);
    const found = listed.get(key) ?? [];
    listed.delete(key);
    const place = placeOfWork(own.work);
    if (!place) return found.map((one) => `lists a subject without work: ${nameOf(one)}`);
    const [only] = found;
    const isRight =
      only !== undefined &&
      found.length === 1 &&
      only.rest.startsWith(`${place.decision}#`) &&
      only.item.sk === placeOf(place.oldestId) &&
      isDeepStrictEqual(subjectWorkIn(own.subjectId, only.item), own);
    return isRight ? [] : [`is not listed once, as it is: ${nameOf(row)}`];
  });
  const lost = [...listed.values()].flat();
  return [...findings, ...lost.map((row) => `lists work that is not stored: ${nameOf(row)}`)];
}

/** An assignee has a pointer to each assigned subject with open work. */
function pointersOfAssigneesAstray(rows: readonly StoredRow[], works: readonly OwnWork[]): string[] {
  const expected = new Set(
    works.flatMap(({ row, own }) =>
      own.assignee && placeOfWork(own.work)
        ? [`${row.organizationId}#${row.mode} ${own.assignee}#${own.subjectId}`]
        : [],
    ),
  );
  const findings = rows
    .filter(({ kind }) => kind === 'work-of')
    .filter((row) => !expected.delete(`${row.organizationId}#${row.mode} ${row.item.sk}`))
    .map((row) => `points to work of another assignee: ${nameOf(row)}`);
  return [...findings, ...[...expected].map((key) => `has no pointer of its assignee: ${key}`)];
}
