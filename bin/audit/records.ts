import { rowIdOf } from '#shared/platform/ids.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { actionsIn, receiptsIn } from '#shared/risk/index.ts';
import type { Find, ReadRow, Rule, State } from './facts.ts';
import { ANSWER, ASKED_DOCUMENT, EVENT, KNOWN, RESOLVED, ROW, UNRESOLVED } from './kinds.ts';
import { KINDS_WITH_HISTORY, nameOf } from './stored-state.ts';

/**
 * Records, their events and the answers with them agree. All three are joined on the id of the row that holds a record,
 * so that the members of a row are judged together.
 */
export const recordsAstray: Rule = {
  read(read, state) {
    readIds(read, state);
    for (const { type, resource, resourceId } of read.events) {
      const key = rowIdOf(resourceId);
      if (DELETIONS.has(type)) state('records', key, KNOWN, resourceId, 'deleted');
      if (IN_HISTORY_ONLY.has(resource)) state('records', key, KNOWN, resourceId, 'answer');
      const { organizationId, mode } = read.row;
      state('records', key, EVENT, unlessSame(resourceId, key), resource, type, organizationId, mode);
    }
  },
  judges: {
    records(key, facts, state, find) {
      const group = emptyGroup();
      for (const { kind, values } of facts) {
        const [first = ''] = values;
        if (kind === ROW) addRow(group, first || key, values);
        else if (kind === KNOWN) signsOf(group, values[1] ?? '').add(first);
        else if (kind === EVENT) judgeEvent(group, key, first || key, values, find);
        else if (kind === ANSWER) countAnswer(group, first, values[1] ?? '');
        else if (kind === ASKED_DOCUMENT && isThere(group, first)) state('unresolved', values[1] ?? '', RESOLVED);
      }
      judgeRecords(group, key, find);
      judgeAnswers(group, key, state, find);
    },
  },
};

/** Drafts, templates and mappings can be deleted; their history remains. */
const DELETIONS = new Set([
  'template.deleted',
  'document.deleted',
  'screening.batch_mapping.deleted',
  'screening.watch.deleted',
]);

/** Answers with a record that is stored in the history only. */
const IN_HISTORY_ONLY = new Set(['policy-selections', 'organizations', 'quality-plans']);

/** Most ids are those of their row, and need not be written twice. */
const unlessSame = (id: string, key: string) => (id === key ? '' : id);

function readIds({ row, isRecord, hasHistory }: ReadRow, state: State): void {
  const { kind, item, organizationId, mode } = row;
  // The directory has a row per person instead of a record.
  if (kind === 'directory' && typeof item.userId === 'string')
    state('records', rowIdOf(item.userId), KNOWN, item.userId, 'person');
  // A pointer to a record does not stand for it.
  if (typeof item.id !== 'string' || kind.endsWith('-about')) return;
  const key = rowIdOf(item.id);
  const id = unlessSame(item.id, key);
  if (!isRecord) state('records', key, ROW, id);
  else if (!hasHistory) state('records', key, ROW, id, kind, organizationId, mode);
  else {
    const isRevoked = Number(kind === 'api-keys' && item.revokedAt !== null);
    state('records', key, ROW, id, kind, organizationId, mode, recordsIn(kind, item), isRevoked, nameOf(row));
  }
}

/** Number of records in a row: receipts and actions of one commit share a row. */
function recordsIn(kind: string, item: Item): number {
  if (kind === 'evidence') return receiptsIn(item).length;
  return kind === 'actions' ? actionsIn(item).length : 1;
}

interface StoredRecord {
  id: string;
  kind: string;
  organizationId: string;
  mode: string;
  /** Undefined if its changes have no events. */
  history?: { records: number; isRevoked: boolean; name: string };
}

/** What is known of the members of one row, of which there are at most 128. Events and answers are counted only. */
interface RecordGroup {
  rowIds: Set<string>;
  deleted: Set<string>;
  people: Set<string>;
  /** Ids that answers may have though no row has them. */
  answerIds: Set<string>;
  records: StoredRecord[];
  eventsAbout: Map<string, number>;
  revocations: Map<string, number>;
  /** By resource. */
  creations: Map<string, number>;
  answers: Map<string, { resource: string; count: number }>;
}

const emptyGroup = (): RecordGroup => ({
  rowIds: new Set(),
  deleted: new Set(),
  people: new Set(),
  answerIds: new Set(),
  records: [],
  eventsAbout: new Map(),
  revocations: new Map(),
  creations: new Map(),
  answers: new Map(),
});

function signsOf(group: RecordGroup, sign: string): Set<string> {
  if (sign === 'person') return group.people;
  return sign === 'deleted' ? group.deleted : group.answerIds;
}

const isThere = ({ rowIds, deleted, people }: RecordGroup, id: string) =>
  rowIds.has(id) || deleted.has(id) || people.has(id);

function addRow({ rowIds, records }: RecordGroup, id: string, values: readonly string[]): void {
  rowIds.add(id);
  const [, kind, organizationId = '', mode = '', count, isRevoked, name = ''] = values;
  if (kind === undefined) return;
  const history = count === undefined ? undefined : { records: Number(count), isRevoked: isRevoked === '1', name };
  records.push({ id, kind, organizationId, mode, ...(history && { history }) });
}

/** Events whose subject has no record of its own. */
const WITHOUT_RECORD = new Set([
  'events',
  'policy-selections',
  'investigation-ai-settings',
  'organizations',
  'organization-settings',
  'notes',
  // Stored by the size of their trees.
  'audit_roots',
  // One for each mode, and proposals of it.
  'quality-plans',
  // Stored by name.
  'screening-batch-mappings',
  // Stored by subject, list and entry; the next decision replaces it.
  'screening-decisions',
  // Lists belong to the installation; the event is in the journal of the organization that changed
  // it.
  'screening-lists',
]);
/** A batch is stored with its receipts. */
const homeOf = (resource: string) => (resource === 'evidence-batches' ? 'evidence' : resource);

/**
 * The event that creates a record: recorded, requested, started or completed; otherwise created.
 */
const CREATION =
  /\.(created|evidence\.recorded|action\.requested|investigation\.(started|reviewed))$|^screening\.run\.completed$/;

function judgeEvent(group: RecordGroup, key: string, id: string, values: readonly string[], find: Find): void {
  const [, resource = '', type = '', organizationId, mode] = values;
  count(group.eventsAbout, id);
  if (CREATION.test(type)) count(group.creations, resource);
  if (type === 'organization.api_key.revoked') count(group.revocations, id);
  if (WITHOUT_RECORD.has(resource) || group.deleted.has(id)) return;
  if (resource === 'members' && group.people.has(id)) return;
  const isHome = (one: StoredRecord) =>
    one.id === key &&
    one.kind === homeOf(resource) &&
    one.organizationId === organizationId &&
    (one.mode === mode || one.mode === '');
  if (!group.records.some(isHome)) find(`tells of a record that is not there: ${type} ${id}`);
}

const count = (counts: Map<string, number>, one: string) => counts.set(one, (counts.get(one) ?? 0) + 1);

function countAnswer({ answers }: RecordGroup, id: string, resource: string): void {
  const known = answers.get(id);
  if (known) known.count += 1;
  else answers.set(id, { resource, count: 1 });
}

function judgeRecords({ records, creations, revocations }: RecordGroup, key: string, find: Find): void {
  for (const { id, kind, history } of records) {
    if (!history) continue;
    const created = id === key ? creations.get(kind) : undefined;
    if (created !== history.records) find(`has not exactly one event of its creation: ${history.name}`);
    if (kind === 'api-keys' && (revocations.get(id) ?? 0) !== Number(history.isRevoked))
      find(`is revoked without one event, or has one without being so: ${history.name}`);
  }
}

function judgeAnswers(group: RecordGroup, key: string, state: State, find: Find): void {
  const isKnown = (id: string) => isThere(group, id) || group.answerIds.has(id);
  for (const [id, { resource, count }] of group.answers) {
    const hasHistory = KINDS_WITH_HISTORY.has(resource);
    const events = group.eventsAbout.get(id) ?? 0;
    if (!isKnown(id) && !(isKnown(key) && (hasHistory || events > 0))) state('unresolved', id, UNRESOLVED);
    // An event that is itself the answer is recorded once.
    const told = resource === 'events' ? 1 : events;
    if (hasHistory && count > told) find(`has more receipts than events: ${id}`);
  }
}
